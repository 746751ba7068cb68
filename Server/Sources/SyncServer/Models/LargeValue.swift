import SwiftData

/// A large value: how much of it has arrived.
@Model
final class LargeValue {
    #Unique<LargeValue>([\.zone, \.name])
    var zone: Int
    /// The SHA-256 hash in 64 hexadecimal digits.
    var name: String
    /// The number of bytes that have arrived.
    var arrived = 0
    var isWhole = false
    /// The mark of the chunks that count. Chunks with another one are left over from an upload that was forgotten.
    var serial: Int
    /// The last time at which bytes have arrived.
    var touched: Date

    init(zone: Int, name: String, serial: Int, touched: Date) {
        (self.zone, self.name, self.serial, self.touched) = (zone, name, serial, touched)
    }

    static func find(_ name: String, in zone: Int, _ context: ModelContext) throws -> LargeValue? {
        let found = FetchDescriptor<LargeValue>(predicate: #Predicate { $0.zone == zone && $0.name == name })
        return try context.fetch(found).first
    }
}

/// A part of a large value.
@Model
final class ValueChunk {
    #Index<ValueChunk>([\.zone, \.serial, \.offset])
    var zone: Int
    var serial: Int
    /// The number of bytes before the part.
    var offset: Int
    var count: Int
    var bytes: Data

    init(_ bytes: Data, zone: Int, serial: Int, offset: Int) {
        (self.zone, self.serial, self.offset, self.bytes, count) = (zone, serial, offset, bytes, bytes.count)
    }
}
