/// Where other contexts of the container leave word of their saves, until this one looks.
package final class ContextMailbox: Sendable {
    /// The rows that a save touched.
    package struct Delivery: Sendable {
        package var inserted: [PersistentIdentifier] = []
        package var updated: [PersistentIdentifier] = []
        package var deleted: [PersistentIdentifier] = []
        /// Whether anything may have changed, as after a batch deletion or `erase()`.
        package var everything = false
        /// The rows that new models turned out to be: their partners may be others now.
        package var joined: Set<PersistentIdentifier> = []

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
    }

    private let deliveries = Locked<[Delivery]>([])

    package init() {}

    package func put(_ delivery: Delivery) {
        deliveries.withLock { $0.append(delivery) }
    }

    /// Everything that has arrived, which is then no longer here.
    package func takeAll() -> [Delivery] {
        deliveries.withLock { waiting in
            guard !waiting.isEmpty else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }
}
