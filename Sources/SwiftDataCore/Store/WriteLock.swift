/// The write lock of a store, held by one context over a part of its work.
package protocol WriteLock: AnyObject {
    /// Identifies the rows of the store as they are while the lock is held and, after a save with it, as that left them.
    /// Nil where that is not known.
    var version: StoreVersion? { get }
    /// Ends the lock. Changes that were written without a commit are rolled back. Does nothing the second time.
    func release()
}

/// Identifies the rows of a store at a moment: equal versions have equal rows.
package struct StoreVersion: Hashable, Sendable {
    /// SQLite's count of the commits by other connections.
    private let others: Int64
    /// The number of times that this process has written through the store.
    private let own: Int
    private let connection: ObjectIdentifier

    package init(others: Int64, own: Int, connection: ObjectIdentifier) {
        self.others = others
        self.own = own
        self.connection = connection
    }
}
