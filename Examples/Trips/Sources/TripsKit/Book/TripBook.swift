import SwiftData

/// The trips of one store, and what can be done with them.
///
/// Every method that changes something has saved it when it returns.
package struct TripBook {
    package let container: ModelContainer
    package let context: ModelContext

    /// Opens the store in a file, or the default one; throws when it cannot be opened.
    package init(storeAt file: URL? = nil) throws {
        if let file {
            try self.init(ModelConfiguration(url: file))
        } else {
            try self.init(ModelConfiguration())
        }
    }

    /// Opens the store that a configuration describes; throws when it cannot be opened.
    package init(_ configuration: ModelConfiguration) throws {
        container = try ModelContainer(for: Trip.self, Place.self, configurations: configuration)
        context = ModelContext(container)
    }

    /// The file that the trips are in.
    package var file: URL? { container.configurations.first?.url }

    /// How many objects of each kind the store holds.
    package func counts() throws -> Counts {
        Counts(
            trips: try context.fetchCount(FetchDescriptor<Trip>()),
            items: try context.fetchCount(FetchDescriptor<BucketListItem>()),
            stays: try context.fetchCount(FetchDescriptor<LivingAccommodation>()),
            places: try context.fetchCount(FetchDescriptor<Place>())
        )
    }

    /// How many objects of each kind there are.
    package struct Counts: Equatable, CustomStringConvertible {
        package var trips = 0
        package var items = 0
        package var stays = 0
        package var places = 0

        package init(trips: Int = 0, items: Int = 0, stays: Int = 0, places: Int = 0) {
            self.trips = trips
            self.items = items
            self.stays = stays
            self.places = places
        }

        package var description: String {
            "\(trips) trips, \(items) bucket list items, \(stays) accommodations, \(places) places"
        }
    }
}
