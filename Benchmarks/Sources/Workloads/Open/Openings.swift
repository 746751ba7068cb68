import SwiftData

/// The first object of a store is the same, whatever the size.
final class OurOpening: Contestant {
    let contender: Contender
    private let count: Int
    private let files: ItemFiles

    init(_ contender: Contender, _ count: Int, _ files: ItemFiles) {
        self.contender = contender
        self.count = count
        self.files = files
    }

    func prepare() throws {
        _ = try files.ours(count)
    }

    func run() throws -> Int {
        let container = try OurFile.open(try files.ours(count), [Item.self])
        var descriptor = FetchDescriptor<Item>()
        descriptor.fetchLimit = 1
        return try ModelContext(container).fetch(descriptor).reduce(0) { $0 &+ $1.number &+ 1 }
    }

    func close() {}
}

final class RawOpening: Contestant {
    let contender = Contender.raw
    private let count: Int
    private let files: ItemFiles

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func prepare() throws {
        _ = try files.plain(count)
    }

    func run() throws -> Int {
        let database = try RawDatabase(try files.plain(count))
        let statement = try database.prepare("SELECT \(PlainItem.columns) FROM item LIMIT 1")
        var sum = 0
        while try statement.step() { sum &+= PlainItem(statement).number &+ 1 }
        return sum
    }

    func close() {}
}
