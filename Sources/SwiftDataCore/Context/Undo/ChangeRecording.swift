import Foundation

/// The journals that note changes which may be reverted: by an undo manager, or by a transaction.
///
/// A journal may be the last to hold a model, whose `deinit` is the program's code and may lead back here. So a method
/// that replaces a journal returns it, and the caller releases it when no change is under way.
package struct ChangeRecording {
    package private(set) var undoManager: UndoManager?
    /// The journal that notes the changes that are being made; nil where they will not be reverted.
    package private(set) var journal: ChangeJournal?
    /// The journals of the transactions that are running, the outermost first.
    package private(set) var transactions: [ChangeJournal] = []
    /// True while the outermost transaction saves, which is part of it.
    package private(set) var isEndingTransaction = false
    /// The number of rollbacks. After a rollback amid an action there is nothing of the action to revert.
    package private(set) var rollbackCount = 0

    package init() {}

    package var isInTransaction: Bool { !transactions.isEmpty }
    /// True if a change may be made without a note of it.
    package var isOff: Bool { journal == nil && undoManager == nil }

    /// Sets the manager that actions are registered with.
    /// - Returns: The former one.
    @discardableResult package mutating func register(with undoManager: UndoManager?) -> UndoManager? {
        exchange(&self.undoManager, with: undoManager)
    }

    // MARK: The active journal

    /// Directs further notes to another journal, or to none.
    /// - Returns: The journal so far, to go on with afterwards.
    package mutating func go(on journal: ChangeJournal?) -> ChangeJournal? { exchange(&self.journal, with: journal) }

    /// Directs further notes to a journal that was interrupted, or to none.
    /// - Returns: The journal so far.
    @discardableResult package mutating func goBack(to journal: ChangeJournal?) -> ChangeJournal? {
        exchange(&self.journal, with: journal)
    }

    // MARK: Transactions

    /// Begins a transaction, which has a journal of its own.
    /// - Returns: The journal so far, for ``endTransaction(outer:)``.
    package mutating func beginTransaction(_ part: ChangeJournal) -> ChangeJournal? {
        transactions.append(part)
        return go(on: part)
    }

    /// Ends the innermost transaction, and directs further notes to the journal before it.
    /// - Returns: The journals of the transaction.
    @discardableResult package mutating func endTransaction(outer: ChangeJournal?) -> [ChangeJournal] {
        [transactions.removeLast()] + [exchange(&journal, with: outer)].compactMap { $0 }
    }

    package mutating func beginSaveOfTransaction() { isEndingTransaction = true }
    package mutating func endSaveOfTransaction() { isEndingTransaction = false }

    // MARK: Rollbacks

    package mutating func noteRollback() { rollbackCount &+= 1 }
}

/// The amounts of work done, for tests and benchmarks.
package struct WorkCounts {
    /// The number of pending models that fetches have tested.
    package var pendingTests = 0
    /// The number of members of relationships that have been compared to find out if a model is one of them.
    package var comparedMembers = 0
    /// The number of members of relationships that have been noted so that a change can be reverted.
    package var journaledMembers = 0

    package init() {}
}
