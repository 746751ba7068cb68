import Foundation
import Observation
import SwiftData
import TripsKit

/// What the board knows besides the store. Used in its isolation only; Observation tells the pages of changes.
@Observable
final class BoardState {
    /// The current day, which decides what is upcoming.
    var today = Day.today
    var importing = ImportView(isRunning: false, done: 0, total: 0, message: nil)
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

    /// Notes the events of a transaction.
    /// - Parameter watching: the people who are looking at a trip at this moment.
    func note(_ new: [TripEvent], watching: (PersistentIdentifier) -> Set<String>) {
        guard !new.isEmpty else { return }
        events = Array((new.reversed() + events).prefix(most))
        for event in new {
            guard let trip = event.trip else { continue }
            let readers = watching(trip)
            for person in unread.keys where person != event.author {
                if event.kind == .deleted {
                    unread[person]?[trip] = nil
                } else if !readers.contains(person) {
                    unread[person]?[trip] = event.author ?? "somebody"
                }
            }
        }
    }

    /// True if the person's marks are known.
    func knows(_ person: String) -> Bool { unread[person] != nil }

    /// Begins to keep marks for a person, with those from before.
    func begin(_ person: String, unread trips: Set<PersistentIdentifier>) {
        let marks = trips.map { trip in
            (trip, events.first { $0.trip == trip && $0.author != person }?.author ?? "somebody")
        }
        unread[person] = Dictionary(uniqueKeysWithValues: marks)
    }

    /// The person has looked at a trip. True if it was marked.
    func read(_ trip: PersistentIdentifier, by person: String) -> Bool {
        guard unread[person]?[trip] != nil else { return false }
        unread[person]?[trip] = nil
        return true
    }
}
