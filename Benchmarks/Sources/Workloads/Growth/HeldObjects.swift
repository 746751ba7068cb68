import CAllocations
import SwiftData

/// The memory of an object that is held.
public enum HeldObjects {
    public struct Result: Codable, Sendable, Equatable {
        public var contender: Contender
        public var objects: Int
        public var bytesPerObject: Double
    }

    /// Objects of six attributes, with their texts: ours, registered and loaded, and plain ones.
    public static func measure(_ count: Int, _ place: Workplace) throws -> [Result] {
        let files = ItemFiles(place: place)
        let container = try OurFile.open(try files.ours(count), [Item.self])
        let context = ModelContext(container)
        let start = try usedBytes()
        let items = try context.fetch(FetchDescriptor<Item>())
        let sum = items.reduce(0) { $0 &+ $1.checksum }
        let tracked = try usedBytes() - start

        let database = try RawDatabase(try files.plain(count))
        let statement = try database.prepare("SELECT \(PlainItem.columns) FROM item")
        let plainStart = try usedBytes()
        var plainItems: [PlainItem] = []
        while try statement.step() { plainItems.append(PlainItem(statement)) }
        let plain = try usedBytes() - plainStart
        guard plainItems.reduce(0, { $0 &+ $1.checksum }) == sum else { throw Disagreement("Other objects were read.") }
        return [
            Result(contender: .ours, objects: items.count, bytesPerObject: Double(tracked) / Double(max(count, 1))),
            Result(contender: .plain, objects: plainItems.count, bytesPerObject: Double(plain) / Double(max(count, 1))),
        ]
    }

    /// Returns the bytes that were allocated and not freed; where the system does not count them, the bytes in memory.
    private static func usedBytes() throws -> Int {
        let counted = Int(used_bytes_of_malloc())
        return counted > 0 ? counted : Int(try MemoryUse.kilobytes("VmRSS") * 1024)
    }
}
