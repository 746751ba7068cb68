import TripsKit

/// The imported places that a search finds.
struct PlacesView: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let name: String
        let zone: String
        let countries: String
        let comment: String?
        let planAddress: String
    }

    static let most = 120

    let places: [Item]
    let summary: String
    let isEmpty: Bool

    init(_ places: [Place], total: Int) {
        self.places = places.map { place in
            Item(
                name: place.name,
                zone: place.zone,
                countries: place.countryCodes.joined(separator: ", "),
                comment: place.comment,
                planAddress: "/trips/new?destination=\(Page.encoded(place.name))"
            )
        }
        isEmpty = places.isEmpty
        let of = total == 1 ? "1 place" : "\(total) places"
        summary = places.count < total ? "\(places.count) of \(of)" : of
    }
}

/// The import that is going on, or the last one.
struct ImportView: Equatable, Sendable {
    let isRunning: Bool
    let done: Int
    let total: Int
    let message: String?
}

/// The last change of the person, which can be undone.
struct UndoView: Equatable, Sendable {
    /// The name of what would be undone, and of what would be done again; nil where there is nothing.
    let undo: String?
    let redo: String?
    /// Grows with each change, so that a button that is out of date does not undo something else.
    let step: Int

    static let nothing = UndoView(undo: nil, redo: nil, step: 0)
    var isEmpty: Bool { undo == nil && redo == nil }
}
