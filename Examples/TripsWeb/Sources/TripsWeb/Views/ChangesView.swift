import Foundation
import TripsKit

/// One line of the list of changes.
struct ChangeLine: Equatable, Sendable {
    let moment: String
    let author: String
    let hue: Int
    let initial: String
    let what: String
    /// The name of the trip; empty where it is about places.
    let subject: String
    let slug: String?
    /// The properties that were changed; nil where none are named.
    let more: String?

    init(_ event: TripEvent) {
        moment = DayText.moment(event.date)
        author = event.author ?? "somebody"
        hue = TripCard.hue(of: author)
        initial = author.first.map { String($0).uppercased() } ?? "?"
        var link = event.trip.flatMap { Slug($0)?.description }
        switch event.subject {
        case .trip(let name, let destination, _, _): subject = "\(name), \(destination)"
        case .forgottenTrip: subject = "a trip that is gone"
        case .places(let count): subject = count == 1 ? "1 place" : "\(count) places"
        }
        switch event.kind {
        case .added: (what, more) = ("added", nil)
        case .deleted:
            (what, more) = ("deleted", nil)
            link = nil
        case .changed(let properties):
            what = "changed"
            more = properties.isEmpty ? nil : properties.joined(separator: ", ")
        }
        if case .forgottenTrip = event.subject { link = nil }
        slug = link
    }
}

/// The changes, with the people who made them.
struct ChangesView: Equatable, Sendable {
    struct Author: Equatable, Sendable {
        let name: String
        let address: String
        let count: Int
        let isChosen: Bool
    }

    let authors: [Author]
    let everybody: Author
    let lines: [ChangeLine]
    let isEmpty: Bool

    init(_ events: [TripEvent], author chosen: String?) {
        var counts: [String: Int] = [:]
        for event in events { counts[event.author ?? "", default: 0] += 1 }
        authors = counts.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }.map { name, count in
            Author(
                name: name,
                address: Page.changes(author: name).address,
                count: count,
                isChosen: name == chosen
            )
        }
        everybody = Author(
            name: "Everybody",
            address: Page.changes(author: nil).address,
            count: events.count,
            isChosen: chosen == nil
        )
        lines = events.filter { chosen == nil || $0.author == chosen }.map(ChangeLine.init)
        isEmpty = lines.isEmpty
    }
}

/// The last changes of one trip.
struct TripChangesView: Equatable, Sendable {
    let lines: [ChangeLine]
    let isEmpty: Bool

    init(_ events: [TripEvent]) {
        lines = events.map(ChangeLine.init)
        isEmpty = lines.isEmpty
    }
}
