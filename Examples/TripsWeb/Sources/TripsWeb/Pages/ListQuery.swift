import Foundation
import SwiftData
import TripsKit

/// The choice of trips that a person looks at, as it stands in the address of the page.
package struct ListQuery: Hashable, Sendable {
    /// The time of the trips.
    package enum Show: String, CaseIterable, Sendable {
        case all, upcoming, past
    }

    /// The sections of the list.
    package enum Sections: String, CaseIterable, Sendable {
        case time, destination
    }

    /// The longest search text that is looked for; what follows is left out.
    static let longestSearch = 100

    package var search = ""
    package var show = Show.all
    package var order = TripQuery.Order.start
    package var sections = Sections.time

    package init() {}

    /// Reads the parameters of an address; what makes no sense counts as missing.
    package init(_ parameters: [String: String]) {
        search = (parameters["q"] ?? "").trimmingCharacters(in: .whitespaces).shortened(to: Self.longestSearch)
        show = parameters["show"].flatMap(Show.init) ?? .all
        order = parameters["sort"].flatMap(TripQuery.Order.init) ?? .start
        sections = parameters["sections"].flatMap(Sections.init) ?? .time
    }

    /// The parameters that are not as they are by default.
    var parameters: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if !search.isEmpty { all.append(("q", search)) }
        if show != .all { all.append(("show", show.rawValue)) }
        if order != .start { all.append(("sort", order.rawValue)) }
        if sections != .time { all.append(("sections", sections.rawValue)) }
        return all
    }

    /// The fetch for the trips, on a day.
    func descriptor(today: Date) -> FetchDescriptor<Trip> {
        let period: TripQuery.Period =
            switch show {
            case .all: .all
            case .upcoming: .upcoming(today)
            case .past: .past(today)
            }
        var descriptor = TripQuery(search: search, order: order, period: period).descriptor
        descriptor.relationshipKeyPathsForPrefetching = [\.bucketList, \.photos]
        return descriptor
    }
}
