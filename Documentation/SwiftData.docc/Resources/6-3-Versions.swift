import SwiftData

enum TripsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, BucketListItem.self] }

    @Model
    final class Trip {
        #Unique<Trip>([\.name, \.startDate, \.endDate])
        #Index<Trip>([\.startDate])

        var name: String
        var destination: String
        var startDate: Date
        var endDate: Date

        @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
        var bucketList: [BucketListItem] = []

        init(name: String, destination: String, startDate: Date, endDate: Date) {
            self.name = name
            self.destination = destination
            self.startDate = startDate
            self.endDate = endDate
        }
    }

    @Model
    final class BucketListItem {
        var title: String
        var isDone = false
        var trip: Trip?

        init(title: String) {
            self.title = title
        }
    }
}

enum TripsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, BucketListItem.self] }
}

enum TripsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] { [countNights] }

    static let countNights = MigrationStage.custom(
        fromVersion: TripsV1.self,
        toVersion: TripsV2.self,
        willMigrate: nil,
        didMigrate: { context in
            try context.enumerate(FetchDescriptor<Trip>()) { trip in
                trip.nights = Trip.nights(from: trip.startDate, to: trip.endDate)
            }
        }
    )
}
