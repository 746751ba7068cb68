import SwiftData

/// The trips of one store, and what can be done with them.
///
/// Every method that changes something has saved it when it returns.
public struct TripBook {
    /// The container of the store.
    public let container: ModelContainer
    /// The store of the trips.
    public let store: TripStore
    /// The context that every method works in; a book belongs where its context does.
    public let context: ModelContext
    /// The person that reads and changes the trips, as named in the history; empty for nobody in particular.
    public let reader: String

    /// Opens a store for a person; throws when it cannot be opened.
    public init(_ store: TripStore = .standard, as reader: String = "") throws {
        let container = try store.open()
        self.init(store, context: ModelContext(container), as: reader)
    }

    /// Uses a context of a store that is open already, for a person. The context saves as that person from now on.
    public init(_ store: TripStore, context: ModelContext, as reader: String) {
        self.store = store
        self.reader = reader
        self.context = context
        container = context.container
        if !reader.isEmpty { context.author = reader }
    }

    /// Returns the number of objects of each kind in the store.
    public func counts() throws -> Counts {
        Counts(
            trips: try context.fetchCount(FetchDescriptor<Trip>()),
            items: try context.fetchCount(FetchDescriptor<BucketListItem>()),
            stays: try context.fetchCount(FetchDescriptor<LivingAccommodation>()),
            places: try context.fetchCount(FetchDescriptor<Place>())
        )
    }

    /// The number of objects of each kind.
    public struct Counts: Equatable, CustomStringConvertible {
        /// Trips.
        public var trips = 0
        /// Items of bucket lists.
        public var items = 0
        /// Accommodations.
        public var stays = 0
        /// Imported places.
        public var places = 0

        /// The counts, zero unless given.
        public init(trips: Int = 0, items: Int = 0, stays: Int = 0, places: Int = 0) {
            self.trips = trips
            self.items = items
            self.stays = stays
            self.places = places
        }

        /// The counts as a line of text.
        public var description: String {
            "\(trips) trips, \(items) bucket list items, \(stays) accommodations, \(places) places"
        }
    }
}
