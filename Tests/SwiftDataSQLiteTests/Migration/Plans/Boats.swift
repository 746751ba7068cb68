import Foundation
import SwiftData

enum Boats: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: String
        init(name: String) { self.name = name }
    }
}

/// The same, with an index.
enum IndexedBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        #Index<Boat>([\.name])
        var name: String
        init(name: String) { self.name = name }
    }
}

/// The same, with a name that no name can become.
enum DatedBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: Date
        init(name: Date) { self.name = name }
    }
}

enum Harbours: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Harbour.self] }

    @Model final class Harbour {
        var depth: String
        init(depth: String) { self.depth = depth }
    }
}

/// Two stores of one container, the second of which cannot be migrated.
enum VoyagesAndHarbours: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { VoyagesV2.models + [Harbour.self] }

    @Model final class Harbour {
        var depth: Date
        init(depth: Date) { self.depth = depth }
    }
}

/// The same models as ``Boats``, with names in capitals.
enum CapitalBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    typealias Boat = Boats.Boat
}

enum CapitalBoatsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Boats.self, CapitalBoats.self] }
    static let stage = MigrationStage.custom(
        fromVersion: Boats.self,
        toVersion: CapitalBoats.self,
        willMigrate: nil,
        didMigrate: { context in
            for boat in try context.fetch(FetchDescriptor<CapitalBoats.Boat>()) {
                boat.name = boat.name.uppercased() + "!"
            }
        }
    )
    static var stages: [MigrationStage] { [stage] }
}

/// The names of ``Boats`` as times, where they are numbers.
enum TimedBoats: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self] }

    @Model final class Boat {
        var name: Date?
        init(name: Date?) { self.name = name }
    }
}

enum TimedBoatsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Boats.self, TimedBoats.self] }
    static let stage = MigrationStage.custom(
        fromVersion: Boats.self,
        toVersion: TimedBoats.self,
        willMigrate: nil,
        didMigrate: { context in
            for old in try context.contextBeforeMigration?.fetch(FetchDescriptor<Boats.Boat>()) ?? [] {
                let boat = context.model(for: old.persistentModelID) as? TimedBoats.Boat
                boat?.name = Double(old.name).map { Date(timeIntervalSince1970: $0) }
            }
        }
    )
    static var stages: [MigrationStage] { [stage] }
}
