// Models nested in the versions of a schema, a migration plan over them, and a typealias for today's version.
import SwiftData

enum TripSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, Item.self] }

    @Model
    final class Trip {
        var name: String
        var start_date: Date
        @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []

        init(name: String, start_date: Date) {
            self.name = name
            self.start_date = start_date
        }
    }

    @Model
    final class Item {
        var title: String
        var trip: Trip?

        init(title: String) {
            self.title = title
        }
    }
}

enum TripSchemaV2: VersionedSchema {
    static let versionIdentifier: Schema.Version = .init(2, 0, 0)

    static var models: [any PersistentModel.Type] {
        [TripSchemaV2.Trip.self]
    }

    @Model
    final class Trip {
        @Attribute(.unique) var name: String
        @Attribute(originalName: "start_date") var startDate: Date

        init(name: String, startDate: Date) {
            self.name = name
            self.startDate = startDate
        }
    }
}

struct TripSchemaV3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }
}

extension TripSchemaV3 {
    @Model
    final class Trip {
        #Unique<Trip>([\.name, \.startDate])
        var name: String
        var startDate: Date

        init(name: String, startDate: Date) {
            self.name = name
            self.startDate = startDate
        }
    }
}

enum TripMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [TripSchemaV1.self, TripSchemaV2.self, TripSchemaV3.self]
    }

    static var stages: [MigrationStage] { [firstToSecond, secondToThird] }

    static let firstToSecond = MigrationStage.custom(
        fromVersion: TripSchemaV1.self,
        toVersion: TripSchemaV2.self,
        willMigrate: { context in
            let trips = try context.fetch(FetchDescriptor<TripSchemaV1.Trip>())
            var names = Set<String>()
            for trip in trips where !names.insert(trip.name).inserted {
                context.delete(trip)
            }
            try context.save()
        },
        didMigrate: nil
    )

    static let secondToThird = MigrationStage.lightweight(
        fromVersion: TripSchemaV2.self,
        toVersion: TripSchemaV3.self
    )
}

typealias Trip = TripSchemaV3.Trip

func open() throws -> ModelContainer {
    _ = Schema(versionedSchema: TripSchemaV3.self)
    return try ModelContainer(for: Trip.self, migrationPlan: TripMigrationPlan.self)
}
