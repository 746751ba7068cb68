import Foundation
import SwiftData
import TripsKit

/// The list of trips in its sections.
struct TripListView: Equatable, Sendable {
    struct Section: Equatable, Sendable {
        let title: String
        let count: Int
        let cards: [TripCard]

        init(_ title: String, _ cards: [TripCard]) {
            (self.title, self.cards, count) = (title, cards, cards.count)
        }
    }

    let sections: [Section]
    let summary: String
    let isEmpty: Bool
    /// True if there is nothing because of the search or the filter.
    let isNarrowed: Bool

    init(sections: [Section], query: ListQuery) {
        self.sections = sections.filter { !$0.cards.isEmpty }
        let count = sections.reduce(0) { $0 + $1.count }
        isEmpty = count == 0
        isNarrowed = !query.search.isEmpty || query.show != .all
        summary = count == 1 ? "1 trip" : "\(count) trips"
    }

    /// The sections by time: under way, still to come, over; those that are over with the last one first where the
    /// order is by day.
    static func byTime(_ cards: [TripCard], order: TripQuery.Order) -> [Section] {
        let over = cards.filter(\.isOver)
        return [
            Section("Under way", cards.filter(\.isNow)),
            Section("Upcoming", cards.filter { !$0.isNow && !$0.isOver }),
            Section("Past", order == .start ? over.reversed() : over),
        ]
    }
}
