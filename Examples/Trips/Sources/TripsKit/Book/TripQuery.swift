import SwiftData

/// The choice of trips to list, and their order.
public struct TripQuery {
    /// The value by which the trips are sorted; trips with equal values are sorted by name.
    public enum Order: String, CaseIterable, Sendable {
        /// By name.
        case name
        /// By first day.
        case start
        /// By destination.
        case destination
    }

    /// The choice of trips to list, relative to a date.
    public enum Period: Equatable {
        /// All of them.
        case all
        /// Those that start after the moment.
        case upcoming(Date)
        /// Those that have ended before the moment.
        case past(Date)
    }

    /// A text that the name or the destination contains; empty for any.
    public var search = ""
    /// The order of the trips.
    public var order = Order.start
    /// The time of the trips.
    public var period = Period.all
    /// The largest number of trips; nil for no limit.
    public var limit: Int?

    /// Asks for all trips, by their first day, unless told otherwise.
    public init(search: String = "", order: Order = .start, period: Period = .all, limit: Int? = nil) {
        self.search = search
        self.order = order
        self.period = period
        self.limit = limit
    }

    /// The fetch for these trips, bucket lists included.
    public var descriptor: FetchDescriptor<Trip> {
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: sort)
        descriptor.fetchLimit = limit
        descriptor.relationshipKeyPathsForPrefetching = [\.bucketList]
        return descriptor
    }

    private var predicate: Predicate<Trip> {
        let text = search
        let wantsAnyText = text.isEmpty
        var startsAfter = Date.distantPast
        var endsBefore = Date.distantFuture
        switch period {
        case .all: break
        case .upcoming(let moment): startsAfter = moment
        case .past(let moment): endsBefore = moment
        }
        return #Predicate<Trip> { trip in
            (wantsAnyText || trip.name.localizedStandardContains(text)
                || trip.destination.localizedStandardContains(text))
                && trip.startDate > startsAfter && trip.endDate < endsBefore
        }
    }

    private var sort: [SortDescriptor<Trip>] {
        switch order {
        case .name: [SortDescriptor(\.name), SortDescriptor(\.startDate)]
        case .start: [SortDescriptor(\.startDate), SortDescriptor(\.name)]
        case .destination: [SortDescriptor(\.destination), SortDescriptor(\.name)]
        }
    }
}
