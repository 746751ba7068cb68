import SwiftData

/// A device that fetches from a zone, and its position.
@Model
final class ZoneDevice {
    #Unique<ZoneDevice>([\.zone, \.device])
    var zone: Int
    /// The 64 bits of the number of the device.
    var device: Int
    /// The position up to which the device has all packets: the last one that it has asked to fetch after.
    var acknowledged: Int
    var seen: Date

    init(zone: Int, device: Int, acknowledged: Int, seen: Date) {
        (self.zone, self.device, self.acknowledged, self.seen) = (zone, device, acknowledged, seen)
    }
}

/// A number that is counted and never used twice.
@Model
final class Counter {
    #Unique<Counter>([\.name])
    var name: String
    var value = 0

    init(name: String) { self.name = name }

    /// The last number that was used; 0 for none.
    static func last(_ name: String, _ context: ModelContext) throws -> Int {
        try context.fetch(FetchDescriptor<Counter>(predicate: #Predicate { $0.name == name })).first?.value ?? 0
    }

    /// The next number.
    static func next(_ name: String, _ context: ModelContext) throws -> Int {
        let next = try last(name, context) + 1
        try set(name, to: next, context)
        return next
    }

    static func set(_ name: String, to value: Int, _ context: ModelContext) throws {
        let found = try context.fetch(FetchDescriptor<Counter>(predicate: #Predicate { $0.name == name })).first
        let counter = found ?? Counter(name: name)
        if found == nil { context.insert(counter) }
        counter.value = value
    }
}
