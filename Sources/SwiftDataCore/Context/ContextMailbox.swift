/// Where other contexts of the container leave word of their saves, until this one looks.
package final class ContextMailbox: Sendable {
    /// The rows that saves touched.
    package struct Delivery: Sendable {
        package var inserted: [PersistentIdentifier] = []
        package var updated: [PersistentIdentifier] = []
        package var deleted: [PersistentIdentifier] = []
        /// Whether anything may have changed, as after a batch deletion or `erase()`.
        package var everything = false
        /// The rows that new models turned out to be: their partners may be others now.
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

        /// What a commit by somebody else changed: its rows may have other partners as well.
        package init(_ commit: StoreCommit) {
            self.init(
                inserted: commit.inserted,
                updated: commit.updated,
                deleted: commit.deleted,
                everything: commit.everything,
                joined: Set(commit.updated)
            )
        }

        /// Joins a later delivery. A context that nobody uses for long looks at everything once, rather than keep
        /// each row that others have touched since.
        fileprivate mutating func join(_ later: Delivery) {
            if !later.deleted.isEmpty {
                let gone = Set(later.deleted)
                inserted.removeAll(where: gone.contains)
                updated.removeAll(where: gone.contains)
                for identifier in gone { rows[identifier] = nil }
            }
            inserted.append(contentsOf: later.inserted)
            deleted.append(contentsOf: later.deleted)
            updated.append(contentsOf: later.updated)
            joined.formUnion(later.joined)
            everything = everything || later.everything || inserted.count + updated.count > 10_000
            // A row that was written again without being sent is not known any more.
            for identifier in later.updated where later.rows[identifier] == nil { rows[identifier] = nil }
            rows.merge(later.rows) { _, new in new }
            if everything { (inserted, updated, rows) = ([], [], [:]) }
        }
    }

    private struct Contents {
        var waiting: Delivery?
        var wakes: [@Sendable () -> Void] = []
        /// The entities whose rows are of use.
        var wanted: Set<String> = []
    }

    private let contents = Locked(Contents())

    package init() {}

    package func put(_ delivery: Delivery) {
        for wake in take(delivery) { wake() }
    }

    /// Takes in a delivery, and returns whom to wake.
    func take(_ delivery: Delivery) -> [@Sendable () -> Void] {
        contents.withLock { contents in
            var delivery = delivery
            if contents.wanted.isEmpty { delivery.rows = [:] }
            guard contents.waiting == nil else {
                contents.waiting?.join(delivery)
                return []
            }
            contents.waiting = delivery
            return contents.wakes
        }
    }

    /// Some rows are others than those that wait here.
    func forgetRows(of identifiers: [PersistentIdentifier]) {
        contents.withLock { contents in
            guard contents.waiting?.rows.isEmpty == false else { return }
            for identifier in identifiers { contents.waiting?.rows[identifier] = nil }
        }
    }

    /// The entities whose rows are of use here.
    package var wanted: Set<String> { contents.withLock { $0.wanted } }

    /// Asks for the rows of some entities along with word of their saves.
    package func want(_ entityNames: Set<String>) { contents.withLock { $0.wanted = entityNames } }

    /// Whether something has arrived.
    package var isFilled: Bool { contents.withLock { $0.waiting != nil } }

    /// Everything that has arrived, which is then no longer here.
    package func takeAll() -> Delivery? {
        contents.withLock { contents in
            guard contents.waiting != nil else { return nil }
            defer { contents.waiting = nil }
            return contents.waiting
        }
    }

    /// Calls a closure, on the thread of the sender, when something arrives and nothing was waiting.
    package func whenFilled(_ wake: @escaping @Sendable () -> Void) {
        let isFilled = contents.withLock { contents in
            contents.wakes.append(wake)
            return contents.waiting != nil
        }
        if isFilled { wake() }
    }
}
