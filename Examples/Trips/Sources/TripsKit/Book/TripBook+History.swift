import SwiftData

extension TripBook {
    /// The changes of the trips, for a reader that asks now and then.
    public struct Changes: Equatable {
        /// The events so far, in the order of the saves.
        public var events: [TripEvent] = []
        /// True if the history no longer goes back to the end of the last answer, so that this one starts anew.
        public var startsAnew = false

        /// No changes.
        public init() {}
    }

    /// Returns the changes since the reader asked last, or, the first time, since the history began.
    /// - Parameter all: True to begin with the history all the same.
    public func changes(all: Bool = false) throws -> Changes {
        func read<T: TripTransaction>(_ type: T.Type) throws -> Changes {
            var changes = Changes()
            var file = ReaderFile<T.TokenType>(readerFile)
            var transactions: [T]
            do {
                transactions = try context.fetchHistory(HistoryDescriptor<T>(predicate: T.after(all ? nil : file.told)))
            } catch SwiftDataError.historyTokenExpired {
                changes.startsAnew = true
                transactions = try context.fetchHistory(HistoryDescriptor<T>())
            }
            if let last = transactions.last { file.told = last.token }
            var reader = TripEventReader(context)
            changes.events = try reader.events(of: transactions)
            try file.write(to: readerFile)
            return changes
        }
        return try read(store.transactionType)
    }

    /// Deletes what the history knows of the time before a moment.
    public func forgetHistory(before moment: Date) throws {
        func forget<T: TripTransaction>(_ type: T.Type) throws {
            try context.deleteHistory(HistoryDescriptor<T>(predicate: T.before(moment)))
        }
        try forget(store.transactionType)
    }

    /// The trips that other people have changed since the reader looked at them.
    ///
    /// Changes from before the reader first asked count as read.
    public func unreadTrips() throws -> Set<PersistentIdentifier> { try updateUnread { _ in } }

    /// The reader has looked at a trip.
    public func read(_ trip: Trip) throws {
        let id = trip.persistentModelID
        _ = try updateUnread { $0.remove(id) }
    }

    private func updateUnread(
        _ change: (inout Set<PersistentIdentifier>) -> Void
    ) throws -> Set<PersistentIdentifier> {
        func update<T: TripTransaction>(_ type: T.Type) throws -> Set<PersistentIdentifier> {
            var file = ReaderFile<T.TokenType>(readerFile)
            var newest = HistoryDescriptor<T>(sortBy: [T.newestFirst])
            newest.fetchLimit = 1
            let last = try context.fetchHistory(newest).first?.token
            if file.hasLooked {
                do {
                    let wanted = HistoryDescriptor<T>(predicate: T.after(file.seen, notBy: reader))
                    for change in try context.fetchHistory(wanted).flatMap(\.changes) {
                        if let trip = try trip(of: change.changedPersistentIdentifier) { file.unread.insert(trip) }
                    }
                } catch SwiftDataError.historyTokenExpired {
                    // Nobody knows any more what has changed meanwhile.
                }
            }
            file.seen = last ?? file.seen
            file.hasLooked = true
            change(&file.unread)
            let unread = file.unread
            let left = try trips().map(\.persistentModelID).filter { unread.contains($0) }
            file.unread = Set(left)
            try file.write(to: readerFile)
            return file.unread
        }
        return try update(store.transactionType)
    }

    /// The trip that a model is, or belongs to.
    private func trip(of id: PersistentIdentifier) throws -> PersistentIdentifier? {
        switch id.entityName {
        case "Trip": return id
        case "BucketListItem":
            let item: BucketListItem? = try context.stored(id)
            return item?.trip?.persistentModelID
        case "Photo":
            let photo: Photo? = try context.stored(id)
            return photo?.trip?.persistentModelID
        case "LivingAccommodation":
            let stay: LivingAccommodation? = try context.stored(id)
            return stay?.trip?.persistentModelID
        default: return nil
        }
    }

    /// The file with what the reader has seen: beside the store, or in the user's data folder for a server.
    private var readerFile: URL? {
        guard let file = store.noteFile(container), !reader.isEmpty else { return nil }
        let name = reader.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "reader"
        return file.appendingPathExtension(name).appendingPathExtension("json")
    }
}
