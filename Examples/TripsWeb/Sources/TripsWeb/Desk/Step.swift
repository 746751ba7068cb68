import Foundation
import SwiftData
import TripsKit

/// A change that somebody can undo.
struct Step {
    /// A sentence about the change, as in “You added “Swim””.
    let name: String
    /// The bytes of photos that undo keeps in memory for it.
    let bytes: Int
    /// The position in the history before it.
    var start = HistoryPosition(token: nil)

    init(_ name: String, bytes: Int = 0) { (self.name, self.bytes) = (name, bytes) }
}

/// A position in the history, as JSON; nil for the beginning.
struct HistoryPosition { let token: Data? }

/// The models that a step has changed, and their properties.
///
/// A list of a trip is no such property: two changes of one are joined, and undoing one leaves the other.
struct StepChanges {
    private var added: Set<PersistentIdentifier> = []
    private var changed: [PersistentIdentifier: Set<AnyKeyPath>] = [:]

    init(_ changes: [HistoryChange]) {
        for change in changes {
            let id = change.changedPersistentIdentifier
            switch change {
            case .insert: added.insert(id)
            case .update(let update): changed[id, default: []].formUnion(Self.properties(update))
            case .delete: break
            @unknown default: break
            }
        }
    }

    var newTrips: Set<PersistentIdentifier> { added.filter { $0.entityName == Schema.entityName(for: Trip.self) } }

    func areChanged(by others: [HistoryChange]) -> Bool {
        others.contains { change in
            guard case .update(let update) = change else { return false }
            let (id, properties) = (change.changedPersistentIdentifier, Self.properties(update))
            return added.contains(id) && !properties.isEmpty || changed[id]?.isDisjoint(with: properties) == false
        }
    }

    private static func properties(_ update: any HistoryUpdate) -> Set<AnyKeyPath> {
        func all(_ update: some HistoryUpdate) -> Set<AnyKeyPath> { Set(update.updatedAttributes) }
        let joined: Set<AnyKeyPath> = [\Trip.bucketList, \Trip.photos, \Place.trips, \BucketListItem.trip]
        return all(update).subtracting(joined)
    }
}
