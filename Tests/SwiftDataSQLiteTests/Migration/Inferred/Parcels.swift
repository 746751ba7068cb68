import Foundation
import SwiftData

/// Two values, one of which is to take the other's place.
enum Parcels: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
        var a: String
        var b: String
        init(a: String, b: String) { (self.a, self.b) = (a, b) }
    }
}

enum ReplacedParcels: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
        @Attribute(originalName: "b") var a: String
        init(a: String) { self.a = a }
    }
}

enum SwappedParcels: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    @Model final class Parcel {
        @Attribute(originalName: "b") var a: String
        @Attribute(originalName: "a") var b: String
        init(a: String, b: String) { (self.a, self.b) = (a, b) }
    }
}

/// Values that a file's model cannot tell from those of ``NarrowGauges``.
enum Gauges: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Gauge.self] }

    @Model final class Gauge {
        var level: Int16
        var depth: Int
        init(level: Int16, depth: Int) { (self.level, self.depth) = (level, depth) }
    }
}

enum NarrowGauges: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Gauge.self] }

    @Model final class Gauge {
        var level: Int8
        var depth: UInt
        init(level: Int8, depth: UInt) { (self.level, self.depth) = (level, depth) }
    }
}

enum Lists: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model final class Page {
        var items: [Int]
        init(items: [Int]) { self.items = items }
    }
}

enum TextLists: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model final class Page {
        var items: [String]
        init(items: [String]) { self.items = items }
    }
}

/// The schema of ``Boats`` if every boat has a length.
enum LongBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: String
        var length: Int = 12
        init(name: String) { self.name = name }
    }
}

/// ``Boats`` whose name may be missing.
enum NamelessBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: String?
        init(name: String?) { self.name = name }
    }
}

enum NamedBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: String = "none"
        init(name: String) { self.name = name }
    }
}

/// The same models as ``CapitalBoats``, with other values again.
enum LoudBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    typealias Boat = Boats.Boat
}

enum LoudBoatsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Boats.self, CapitalBoats.self, LoudBoats.self] }
    static let stage = MigrationStage.custom(
        fromVersion: CapitalBoats.self,
        toVersion: LoudBoats.self,
        willMigrate: nil,
        didMigrate: { context in
            for boat in try context.fetch(FetchDescriptor<LoudBoats.Boat>()) { boat.name += "!!!" }
        }
    )
    static var stages: [MigrationStage] { [CapitalBoatsPlan.stage, stage] }
}
