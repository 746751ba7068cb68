// The travel domain of the talks, with nothing imported but the framework.
import SwiftData

@Model
final class Trip {
    #Unique<Trip>([\.name, \.startDate, \.endDate])
    #Index<Trip>([\.name], [\.startDate], [\.endDate], [\.name, \.startDate, \.endDate])

    @Attribute(.preserveValueOnDeletion)
    var name: String
    @Attribute(.preserveValueOnDeletion)
    var destination: String
    @Attribute(originalName: "start_date")
    var startDate: Date
    @Attribute(originalName: "end_date")
    var endDate: Date

    @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
    var bucketList: [BucketListItem] = [BucketListItem]()

    @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
    var livingAccommodation: LivingAccommodation?

    @Transient
    var isExpanded: Bool = false
    @Transient
    var draft: String?

    init(name: String, destination: String, startDate: Date = .now, endDate: Date = .distantFuture) {
        self.name = name
        self.destination = destination
        self.startDate = startDate
        self.endDate = endDate
    }

    var length: TimeInterval { endDate.timeIntervalSince(startDate) }

    var displayColor: String {
        name.isEmpty ? "grey" : "blue"
    }
}

@Model
final class BucketListItem {
    var title: String
    var details: String
    var hasReservation: Bool
    var isInPlan: Bool
    var trip: Trip?

    init(title: String, details: String, hasReservation: Bool, isInPlan: Bool) {
        self.title = title
        self.details = details
        self.hasReservation = hasReservation
        self.isInPlan = isInPlan
    }
}

@Model
final class LivingAccommodation {
    var address: String
    var placeName: String
    @Attribute(.externalStorage) var photo: Data?
    var trip: Trip?

    init(address: String, placeName: String) {
        self.address = address
        self.placeName = placeName
    }
}

extension Trip {
    static var preview: Trip { Trip(name: "Spring", destination: "Lisbon") }
}

@MainActor
func sampleContainer() throws -> ModelContainer {
    let schema = Schema([Trip.self, BucketListItem.self, LivingAccommodation.self])
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: schema, configurations: [configuration])
    let context = container.mainContext
    let trip = Trip.preview
    context.insert(trip)
    trip.bucketList.append(BucketListItem(title: "Tram", details: "28", hasReservation: false, isInPlan: true))
    trip.livingAccommodation = LivingAccommodation(address: "Rua 1", placeName: "Casa")
    let now = Date.now
    let upcoming = try context.fetch(
        FetchDescriptor(
            predicate: #Predicate<Trip> { $0.startDate > now },
            sortBy: [SortDescriptor(\.startDate), SortDescriptor(\Trip.name, order: .reverse)]
        )
    )
    for trip in upcoming where trip.bucketList.contains(where: { $0.isInPlan }) {
        print(trip.name, trip.length, trip.id, trip.persistentModelID)
    }
    return container
}
