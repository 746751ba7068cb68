// With every upcoming feature that a package may turn on.
// compile-with: -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny
// compile-with: -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InferIsolatedConformances
// compile-with: -strict-memory-safety
public import SwiftData

@Model
public final class Reading {
    #Index<Reading>([\.date])
    #Unique<Reading>([\.date, \.sensor])

    public var date: Date
    public var sensor: String { didSet { changes += 1 } }
    public var changes = 0
    @Attribute(.externalStorage) public var raw: Data?
    @Relationship(inverse: \Station.readings) public var station: Station?

    public init(date: Date, sensor: String) {
        self.date = date
        self.sensor = sensor
    }
}

@Model
open class Station {
    public var name: String
    public var place: URL?
    public var readings: [Reading] = []

    public init(name: String) {
        self.name = name
    }
}

@Model
public final class Buoy: Station {
    public var depth: Double = 0
}

@ModelActor
public actor Recorder {
    public func record(_ sensor: String) throws {
        modelContext.insert(
            Reading(date: Date().addingTimeInterval(60), sensor: sensor.trimmingCharacters(in: .newlines))
        )
        try modelContext.save()
    }
}
