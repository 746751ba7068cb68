import Foundation
import SwiftData
import TripsKit

// Who has seen which changes.

extension LiveBoard {
    /// The person looks at a trip, which takes its mark away.
    ///
    /// Throws what a fetch throws.
    package func read(_ slug: Slug, by person: String) throws {
        log.begin(person)
        guard let trip = try slugs.identifier(slug, of: Trip.self, in: modelContext) else { return }
        log.read(trip, by: person)
    }

    /// Notes events of the history. A change of a trip counts as seen by those whose tabs show the trip.
    func note(_ events: [TripEvent]) {
        log.note(events) { trip in
            let slug = Slug(trip)
            let tabs = feeds.values.filter { feed in
                guard case .trip(let shown) = feed.key.page else { return false }
                return shown == slug && !feed.mailboxes.isEmpty
            }
            return Set(tabs.map(\.key.person))
        }
    }

    /// Takes over the marks that the last server has kept. The position in the history that they are of.
    func restoreMarks<Token: Codable>(_ type: Token.Type) -> Token? {
        guard let file = MarksFile(marksFile) else { return nil }
        log.restore(file.unread)
        keptVersion = log.version
        position = file.position
        return file.position.flatMap { try? JSONDecoder().decode(Token.self, from: $0) }
    }

    /// Keeps the marks if they have changed. A failure is logged, and the next call tries again.
    func keepMarks() {
        guard let marksFile, keptVersion != log.version else { return }
        do {
            try MarksFile(position: position, unread: log.unread).write(to: marksFile)
            keptVersion = log.version
        } catch {
            logger.error("The marks of changed trips could not be kept: \(error)")
        }
    }

    private var marksFile: URL? { store.noteFile(modelContainer)?.appendingPathExtension("web.json") }
}
