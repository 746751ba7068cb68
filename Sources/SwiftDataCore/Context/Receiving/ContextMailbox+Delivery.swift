extension ContextMailbox {
    /// The rows that saves touched.
    package struct Delivery: Sendable {
        package var inserted: [PersistentIdentifier] = []
        package var updated: [PersistentIdentifier] = []
        package var deleted: [PersistentIdentifier] = []
        /// True if anything may have changed, as after a batch deletion or `erase()`.
        package var everything = false
        /// True if rows may have been deleted that are not in `deleted`, because the context was too far behind.
        package var isIncomplete = false
        /// The rows that new models turned out to be: their partners may have changed.
        package var joined: Set<PersistentIdentifier> = []
        /// The rows themselves, as far as a context with observers has a use for them, and the sender has them.
        package var rows: [PersistentIdentifier: DefaultSnapshot] = [:]

        package init(
            inserted: [PersistentIdentifier] = [],
            updated: [PersistentIdentifier] = [],
            deleted: [PersistentIdentifier] = [],
            everything: Bool = false,
            joined: Set<PersistentIdentifier> = []
        ) {
            self.inserted = inserted
            self.updated = updated
            self.deleted = deleted
            self.everything = everything
            self.joined = joined
        }

        /// Creates the delivery of a commit of another process. Its rows may have other partners as well.
        package init(_ commit: StoreCommit) {
            self.init(
                inserted: commit.inserted,
                updated: commit.updated,
                deleted: commit.deleted,
                everything: commit.everything,
                joined: Set(commit.updated)
            )
        }

        /// Joins deliveries, in order. A row that was deleted after it was written is a deleted one.
        ///
        /// A context that has missed many rows reads all of its models again, rather than look for each of the rows.
        init(joining deliveries: [Delivery]) {
            if deliveries.count == 1 {
                self = deliveries[0]
                return
            }
            self.init()
            var gone: Set<PersistentIdentifier> = []
            for delivery in deliveries.reversed() {
                everything = everything || delivery.everything
                joined.formUnion(delivery.joined)
                inserted += delivery.inserted.reversed().filter { !gone.contains($0) }
                updated += delivery.updated.reversed().filter { !gone.contains($0) }
                deleted += delivery.deleted.reversed()
                gone.formUnion(delivery.deleted)
            }
            inserted.reverse()
            updated.reverse()
            deleted.reverse()
            everything = everything || inserted.count + updated.count > Self.mostRows
            if everything { (inserted, updated) = ([], []) }
        }

        /// The greatest number of rows from more than one delivery; more count as a change of all rows.
        static let mostRows = 10_000

        /// The cost of keeping the delivery, in identifiers.
        var weight: Int { 4 + inserted.count + updated.count + deleted.count + joined.count }
    }
}
