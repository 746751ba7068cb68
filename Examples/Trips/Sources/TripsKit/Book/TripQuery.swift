import SwiftData

/// The choice of trips to list, and their order.
package struct TripQuery {
    /// The value by which the trips are sorted; trips with equal values are sorted by name.
    package enum Order: String, CaseIterable, Sendable {
        case name, start, destination
    }

    /// The choice of trips to list, relative to a date.
    package enum Period: Equatable {
        case all
        /// Those that start after the moment.
        case upcoming(Date)
        /// Those that have ended before the moment.
        case past(Date)
    }

    package var search = ""
    package var order = Order.start
    package var period = Period.all
    package var limit: Int?

    package init(search: String = "", order: Order = .start, period: Period = .all, limit: Int? = nil) {
        self.search = search
        self.order = order
        self.period = period
        self.limit = limit
    }

    package var descriptor: FetchDescriptor<Trip> {
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
