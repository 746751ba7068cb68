import SwiftData

/// The trips of one store, and what can be done with them.
///
/// Every method that changes something has saved it when it returns.
package struct TripBook {
    package let container: ModelContainer
    /// The store of the trips.
    package let store: TripStore
    package let context: ModelContext
    /// The person that reads and changes the trips, as named in the history; empty for nobody in particular.
    package let reader: String

    /// Opens a store for a person; throws when it cannot be opened.
    package init(_ store: TripStore = .standard, as reader: String = "") throws {
        self.store = store
        self.reader = reader
        container = try ModelContainer(for: Trip.self, Place.self, configurations: store.configuration)
        context = ModelContext(container)
        if !reader.isEmpty { context.author = reader }
    }

    /// Returns the number of objects of each kind in the store.
    package func counts() throws -> Counts {
        Counts(
            trips: try context.fetchCount(FetchDescriptor<Trip>()),
            items: try context.fetchCount(FetchDescriptor<BucketListItem>()),
            stays: try context.fetchCount(FetchDescriptor<LivingAccommodation>()),
            places: try context.fetchCount(FetchDescriptor<Place>())
        )
    }

    /// The number of objects of each kind.
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
