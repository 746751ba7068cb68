import Foundation
import SwiftData
import TripsKit

// Who has seen which changes. The files of the book keep it from one start to the next, so that the terminal program
// shows the same marks.

extension LiveBoard {
    private static let mostPeople = 200

    /// Learns a person's marks, once.
    func begin(_ person: String) throws {
        guard !log.knows(person) else { return }
        guard books.count < Self.mostPeople else { return }
        let book = TripBook(store, context: ModelContext(modelContainer), as: person)
        books[person] = book
        log.begin(person, unread: try book.unreadTrips())
    }

    /// The person looks at a trip, which takes its mark away.
    package func read(_ slug: Slug, by person: String) throws {
        try begin(person)
        guard let trip = try slugs.model(slug, of: Trip.self, in: modelContext) else { return }
        guard log.read(trip.persistentModelID, by: person) else { return }
        try keepRead(trip.persistentModelID, by: person)
    }

    private func keepRead(_ id: PersistentIdentifier, by person: String) throws {
        guard let book = books[person] else { return }
        let wanted = FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == id })
        if let trip = try book.context.fetch(wanted).first { try book.read(trip) }
    }

    /// Notes events of the history. A change of a trip counts as seen by those whose tabs show the trip.
    func note(_ events: [TripEvent]) {
        log.note(events) { trip in
            let slug = Slug(trip)
            let tabs = feeds.keys.filter { key in
                guard case .trip(let shown) = key.page else { return false }
                return shown == slug && feeds[key]?.mailboxes.isEmpty == false
            }
            return Set(tabs.map(\.person))
        }
        for event in events where event.kind != .deleted {
            guard let id = event.trip, let slug = Slug(id) else { continue }
            for key in feeds.keys where key.page == .trip(slug) && key.person != event.author {
                guard feeds[key]?.mailboxes.isEmpty == false else { continue }
                do {
                    try keepRead(id, by: key.person)
                } catch {
                    logger.error("A mark could not be kept: \(error)")
                }
            }
        }
    }
}
