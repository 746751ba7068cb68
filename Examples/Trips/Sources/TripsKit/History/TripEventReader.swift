import SwiftData
import SwiftDataSync

/// Makes events of transactions: what happened to a trip, or to what belongs to it, is one event of each transaction.
public struct TripEventReader {
    private let context: ModelContext
    /// The deleted trips, as the tombstones in the transactions describe them.
    private var gone: [PersistentIdentifier: TripEvent.Subject] = [:]

    /// A reader that looks up the trips of the events in a context.
    public init(_ context: ModelContext) { self.context = context }

    /// The events of transactions, in their order. Throws what a fetch throws.
    public mutating func events<T: TripTransaction>(of transactions: [T]) throws -> [TripEvent] {
        for change in transactions.flatMap(\.changes) {
            guard case .delete(let delete) = change, let trip = delete as? any HistoryDelete<Trip> else { continue }
            gone[trip.changedPersistentIdentifier] = Self.subject(trip.tombstone)
        }
        return try transactions.flatMap { try events(of: $0) }
    }

    private func events<T: TripTransaction>(of transaction: T) throws -> [TripEvent] {
        var trips: [(id: PersistentIdentifier, kind: TripEvent.Kind)] = []
        var places = 0
        func note(_ id: PersistentIdentifier, _ kind: TripEvent.Kind) {
            guard let index = trips.firstIndex(where: { $0.id == id }) else { return trips.append((id, kind)) }
            switch (trips[index].kind, kind) {
            case (.changed(let before), .changed(let more)):
                trips[index].kind = .changed(before + more.filter { !before.contains($0) })
            case (.changed, _), (_, .deleted): trips[index].kind = kind
            default: break
            }
        }
        for change in transaction.changes {
            let id = change.changedPersistentIdentifier
            switch (id.entityName, change) {
            case ("Trip", .insert): note(id, .added)
            case ("Trip", .delete): note(id, .deleted)
            case ("Trip", .update(let update)): note(id, .changed(Self.properties(update)))
            case ("Place", _): places += 1
            case ("BucketListItem", _):
                let item: BucketListItem? = try context.stored(id)
                if let trip = item?.trip { note(trip.persistentModelID, .changed(["bucket list"])) }
            case ("Photo", _):
                let photo: Photo? = try context.stored(id)
                if let trip = photo?.trip { note(trip.persistentModelID, .changed(["photos"])) }
            case ("LivingAccommodation", _):
                let stay: LivingAccommodation? = try context.stored(id)
                if let trip = stay?.trip { note(trip.persistentModelID, .changed(["accommodation"])) }
            default: break
            }
        }
        func event(_ subject: TripEvent.Subject, _ kind: TripEvent.Kind, _ id: PersistentIdentifier?) -> TripEvent {
            // Sync saves for people who use other devices, and does not know their names.
            let author = transaction.author == SyncEngine.author ? "another device" : transaction.author
            return TripEvent(date: transaction.timestamp, author: author, subject: subject, kind: kind, trip: id)
        }
        let events = try trips.map { event(try subject($0.id), $0.kind, $0.id) }
        // The place of a trip that is changed has the trip among its own.
        return places == 0 || !events.isEmpty ? events : [event(.places(places), .changed([]), nil)]
    }

    /// A trip as it is now, or was when it was deleted.
    private func subject(_ id: PersistentIdentifier) throws -> TripEvent.Subject {
        guard let trip: Trip = try context.stored(id) else { return gone[id] ?? .forgottenTrip }
        return .trip(
            name: trip.name,
            destination: trip.destination,
            startDate: trip.startDate,
            endDate: trip.endDate
        )
    }

    /// Returns the trip that a tombstone describes; the attributes are marked `.preserveValueOnDeletion`.
    private static func subject(_ tombstone: HistoryTombstone<Trip>) -> TripEvent.Subject {
        guard let name = tombstone[\.name] as? String, let destination = tombstone[\.destination] as? String,
            let startDate = tombstone[\.startDate] as? Date, let endDate = tombstone[\.endDate] as? Date
        else { return .forgottenTrip }
        return .trip(name: name, destination: destination, startDate: startDate, endDate: endDate)
    }

    private static func properties(_ update: any HistoryUpdate) -> [String] {
        guard let update = update as? any HistoryUpdate<Trip> else { return [] }
        let names: [(PartialKeyPath<Trip>, String)] = [
            (\.name, "name"), (\.destination, "destination"), (\.startDate, "first day"), (\.endDate, "last day"),
            (\.bucketList, "bucket list"), (\.livingAccommodation, "accommodation"), (\.place, "place"),
            (\.notes, "notes"), (\.photos, "photos"),
        ]
        let changed = update.updatedAttributes.map { $0 as AnyKeyPath }
        return names.compactMap { changed.contains($0.0 as AnyKeyPath) ? $0.1 : nil }
    }
}

extension ModelContext {
    /// The model of an identifier, or nil where its row is gone.
    func stored<T: PersistentModel>(_ id: PersistentIdentifier) throws -> T? {
        if let known: T = registeredModel(for: id), !known.isDeleted { return known }
        return try fetch(FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == id })).first
    }
}
