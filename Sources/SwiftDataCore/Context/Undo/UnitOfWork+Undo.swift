import Foundation

// Undo: while an accessor, an insertion or a deletion runs, a journal notes what it does to any model. The undo
// manager gets the journal; taking it back is noted in the same way, which is what redo takes back.

extension UnitOfWork {
    /// Runs a change that can be undone. Its consequences, such as the other side of a relationship or a cascade, are
    /// part of it.
    package func undoable(_ change: () -> Void) {
        guard recording.journal == nil, let undoManager = recording.undoManager, undoManager.isUndoRegistrationEnabled
        else { return change() }
        let journal = ChangeJournal()
        _ = recording.go(on: journal)
        change()
        recording.goBack(to: nil)
        register(journal)
    }

    /// Inserts a model so that it can be undone.
    package func insertUndoably(_ model: any PersistentModel) {
        undoable { insert(model) }
    }

    /// Deletes a model so that it can be undone.
    package func deleteUndoably(_ model: any PersistentModel) {
        undoable { delete(model) }
    }

    private func register(_ journal: ChangeJournal, isSaved: Bool = false) {
        guard let undoManager = recording.undoManager, undoManager.isUndoRegistrationEnabled else { return }
        // An undone action can be redone, even if it changed nothing: the redo of another action would follow
        // otherwise.
        guard !journal.isEmpty || undoManager.isUndoing || undoManager.isRedoing else { return }
        journal.finish(isSaved: isSaved)
        undoManager.registerUndo(withTarget: self) { unit in
            unit.exclusively {
                unit.receive()
                unit.undoable { unit.restore(journal) }
            }
        }
    }

    /// Ends the group of actions that is open because of the turn, so that what follows is undone on its own.
    package func endUndoGroup() {
        guard recording.journal == nil else { return }
        #if !canImport(Darwin)
            recording.undoManager?.endEvent()
        #endif
    }
}

// MARK: - Transactions

extension UnitOfWork {
    /// Runs a block and saves. A block inside another is part of it: the outermost one saves.
    ///
    /// When the block or the save throws, the models are as they were before the block. Changes that the block itself
    /// has saved stay saved.
    /// - Parameter isWhole: True if the block saves at its end also inside another block, as a call of `save()` there
    ///   would.
    package func transaction(
        posting context: ModelContext?,
        isWhole: Bool = false,
        _ block: () throws -> Void
    ) throws {
        try refuseInMiddleOfSave("transaction")
        receive()
        let isNested = recording.isInTransaction
        var outcome: SaveOutcome?
        let foreign = pending.foreign
        let part = ChangeJournal()
        let outer = recording.beginTransaction(part)
        do {
            try block()
            if !isNested {
                outcome = try saveTransaction(posting: context)
            } else if isWhole {
                try save(posting: context)
            }
        } catch {
            if !isNested { forgetSaveRequest() }
            pending.noteForeign(foreign)
            part.finish()
            // If it is part of an action, the changes that it takes back are noted there; otherwise they need no note.
            outer?.append(part)
            recording.goBack(to: outer ?? ChangeJournal())
            restore(part, isFailure: true)
            recording.endTransaction(outer: outer)
            throw error
        }
        recording.endTransaction(outer: outer)
        if let outer {
            part.noteUnread()
            outer.append(part)
        } else {
            register(part, isSaved: outcome != nil)
        }
        // After its end: what observers do is no part of it.
        if let outcome {
            finishSave(outcome, posting: context)
        } else if !isNested {
            forgetSaveRequest()
        }
    }

    /// The end of a transaction. Its save is still an action to undo as a whole.
    private func saveTransaction(posting context: ModelContext?) throws -> SaveOutcome? {
        recording.beginSaveOfTransaction()
        defer { recording.endSaveOfTransaction() }
        receive()
        guard !saveRun.isUnderWay else { return nil }
        return try saveNow(posting: context)
    }

    /// After a save or a rollback in the middle of a transaction there is nothing before it to go back to.
    package func forgetTransactions(undoable: Bool) {
        guard !recording.isEndingTransaction, recording.isInTransaction else { return }
        if undoable {
            let whole = ChangeJournal()
            for part in recording.transactions { whole.append(part) }
            let active = recording.go(on: nil)
            register(whole, isSaved: true)
            recording.goBack(to: active)
        }
        for part in recording.transactions { part.clear() }
    }
}
