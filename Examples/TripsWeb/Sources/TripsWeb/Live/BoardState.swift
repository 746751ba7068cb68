import Foundation
import Observation
import SwiftData
import TripsKit

/// The state of the board that is not in the store. Used in its isolation only; Observation tells the pages of changes.
@Observable
final class BoardState {
    /// The current day, which decides what is upcoming.
    var today = Day.today
    var importing = ImportView(isRunning: false, done: 0, total: 0, message: nil)
    /// Nil where the server syncs with nothing.
    var sync: SyncState?
    /// By person.
    var undo: [String: UndoView] = [:]
}

/// The latest changes of the trips, and who has not seen which of them. Used in the isolation of the board only.
@Observable
final class ChangeLog {
    /// The latest events, the last one first.
    private(set) var events: [TripEvent] = []
    /// By person and trip, the author of a change that the person has not looked at.
    private(set) var unread: [String: [PersistentIdentifier: String]] = [:]

    @ObservationIgnored private let most = 400
    @ObservationIgnored private let mostPeople = 200
    /// Grows with each change of the marks.
    @ObservationIgnored private(set) var version = 0

    /// Lists events from before, which mark nothing.
    func list(_ earlier: [TripEvent]) { events = Array((events + earlier.reversed()).prefix(most)) }

    /// Notes the events of a transaction.
    /// - Parameter watching: the people who are looking at a trip at this moment.
    func note(_ new: [TripEvent], watching: (PersistentIdentifier) -> Set<String>) {
        guard !new.isEmpty else { return }
        events = Array((new.reversed() + events).prefix(most))
        for event in new {
            guard let trip = event.trip else { continue }
            let readers = watching(trip)
            for person in unread.keys where person != event.author {
                version += 1
                if event.kind == .deleted {
                    unread[person]?[trip] = nil
                } else if !readers.contains(person) {
                    unread[person]?[trip] = event.author ?? "somebody"
                }
            }
        }
    }

    /// Begins to keep marks for a person. Changes from before count as seen.
    func begin(_ person: String) {
        guard unread[person] == nil, unread.count < mostPeople else { return }
        unread[person] = [:]
        version += 1
    }

    /// Takes over the marks of people as they were kept.
    func restore(_ marks: [String: [PersistentIdentifier: String]]) {
        unread.merge(marks) { _, kept in kept }
    }

    /// The person has looked at a trip.
    func read(_ trip: PersistentIdentifier, by person: String) {
        guard unread[person]?[trip] != nil else { return }
        unread[person]?[trip] = nil
        version += 1
    }
}
