/// The write lock of a store, held by one context over a part of its work.
package protocol WriteLock: AnyObject {
    /// Identifies the rows of the store as they are while the lock is held and, after a save with it, as that left them.
    /// Nil where that is not known.
    var version: StoreVersion? { get }
    /// Ends the lock. What was written without a commit is taken back. Does nothing the second time.
    func release()
}

/// Identifies the rows of a store at a moment: equal versions have equal rows.
package struct StoreVersion: Hashable, Sendable {
    /// SQLite's count of the commits by other connections.
    private let others: Int64
    /// How often this process has written through the store.
    private let own: Int
    private let connection: ObjectIdentifier

    package init(others: Int64, own: Int, connection: ObjectIdentifier) {
        self.others = others
        self.own = own
        self.connection = connection
    }
}

/// A store that one context can keep all others, and other processes, from writing to.
package protocol WriteLocking {
    /// Whether the store can be written at all.
    var isWritable: Bool { get }
    /// Takes the lock. The next save of the same context commits with it, and ends it.
    /// - Throws: ``StoreError`` with code `locked` where another process keeps the lock for too long, or where the thread
    ///   holds it for another context.
    func takeWriteLock(for editing: EditingState) throws -> any WriteLock
}
