package import Foundation

/// A store whose clients keep tables of their own in its database, written in the transactions of the rows. See
/// docs/decisions/0044.
package protocol SideTableStore: AnyObject, Sendable {
    /// Reads side tables. All statements see the same state, which is the last commit: also where the calling thread holds
    /// the write lock.
    ///
    /// The closure must not call the store, which throws ``StoreError`` with code `busy`.
    func readSideTables<Result>(_ body: (any SideTables) throws -> Result) throws -> Result

    /// Writes rows and side tables in one transaction.
    ///
    /// With empty changes it writes side tables alone, and no transaction of the history. It commits with the write
    /// lock that the thread holds for the same editing state, and ends the lock. Where it throws, rows, history, side
    /// tables and files of large values are as before, and the lock is kept. The changes are written as described in
    /// docs/decisions/0044, "Saving snapshots without a context".
    /// - Parameter body: Is called in the transaction when rows and history are written, with the answer. It must not call
    ///   the store, which throws ``StoreError`` with code `busy`.
    /// - Returns: The answer, with ``StoreSaveResult/commit`` for ``ContainerCore/receive(saved:)``.
    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        sideTables body: (any SideTables, StoreSaveResult) throws -> Void
    ) throws -> StoreSaveResult

    /// The position of the last transaction of the history; nil where there has been none.
    func lastHistoryToken() throws -> DefaultHistoryToken?

    /// Hands over changes of rows in the order of the history, without model classes.
    ///
    /// The history is read in parts, and the closure is called between them: it may call the store. Each row is
    /// reported as often as transactions have changed it.
    /// - Parameters:
    ///   - token: The position after which to begin; nil for the first transaction that is left.
    ///   - authors: The transactions to report.
    ///   - limit: The number of changes after which the scan ends with the transaction under way.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where transactions after the token have been deleted, or where
    ///   the token is later than the history; and the errors of the closure.
    func scanHistory(
        after token: DefaultHistoryToken?,
        by authors: HistoryAuthors,
        limit: Int,
        _ body: (HistoryRowChange) throws -> Void
    ) throws -> HistoryScan

    /// The identity of the database as a copy: see ``StoreIncarnation``. Makes one where there is none, which is a commit
    /// of its own; not to be called while the thread holds the write lock, unless there is one.
    func incarnation() throws -> StoreIncarnation
}

extension StoreAccess {
    /// The store, where it keeps side tables.
    package var sideTableStore: (any SideTableStore)? { object as? any SideTableStore }
}

/// The identity of a store's database among copies of it.
package struct StoreIncarnation: Sendable, Hashable {
    /// A number that the store keeps with its rows. It is another one after a restore by this library, a repair, and an
    /// erasure. A copy of the file that was made by other programs has the number of the file.
    package let identity: UUID
    /// The number of the file in its file system; nil for a store without a file. A copy has another one, and so may the
    /// file itself after a move to another file system.
    package let fileNumber: UInt64?

    package init(identity: UUID, fileNumber: UInt64?) {
        self.identity = identity
        self.fileNumber = fileNumber
    }
}
