/// Runs blocks whose changes are saved together, or not at all.
///
/// Changes the journals of transactions in ``ChangeRecording``. Asks the pending changes for a refused relation.
package struct Transactions {
    let unit: UnitOfWork

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
        try unit.saveRequests.checkIsWritable("transaction")
        try unit.saveRequests.refuseInMiddleOfSave("transaction")
        unit.receiving.receive()
        let isNested = unit.recording.isInTransaction
        var outcome: SaveOutcome?
        let foreign = unit.pending.foreign
        let part = ChangeJournal()
        let outer = unit.recording.beginTransaction(part)
        do {
            try block()
            if !isNested {
                outcome = try saveTransaction(posting: context)
            } else if isWhole {
                try unit.saving.save(posting: context)
            }
        } catch {
            if !isNested { unit.saveRequests.forgetSaveRequest() }
            unit.pending.noteForeign(foreign)
            part.finish()
            // If it is part of an action, the changes that it takes back are noted there; otherwise they need no note.
            outer?.append(part)
            unit.recording.goBack(to: outer ?? ChangeJournal())
            unit.restoring.restore(part, isFailure: true)
            unit.recording.endTransaction(outer: outer)
            throw error
        }
        unit.recording.endTransaction(outer: outer)
        if let outer {
            part.noteUnread()
            outer.append(part)
        } else {
            unit.undo.register(part, isSaved: outcome != nil)
        }
        // After its end: the changes of observers are no part of it.
        if let outcome {
            unit.saveRequests.finishSave(outcome, posting: context)
        } else if !isNested {
            unit.saveRequests.forgetSaveRequest()
        }
    }

    /// The end of a transaction. Its save is still an action to undo as a whole.
    private func saveTransaction(posting context: ModelContext?) throws -> SaveOutcome? {
        unit.recording.beginSaveOfTransaction()
        defer { unit.recording.endSaveOfTransaction() }
        unit.receiving.receive()
        guard !unit.saveRun.isUnderWay else { return nil }
        return try unit.saving.saveNow(posting: context)
    }

    /// Forgets the journals of open transactions. After a save or a rollback in the middle of a transaction there is no
    /// earlier state to return to.
    package func forgetTransactions(undoable: Bool) {
        guard !unit.recording.isEndingTransaction, unit.recording.isInTransaction else { return }
        if undoable {
            let whole = ChangeJournal()
            for part in unit.recording.transactions { whole.append(part) }
            let active = unit.recording.go(on: nil)
            unit.undo.register(whole, isSaved: true)
            unit.recording.goBack(to: active)
        }
        for part in unit.recording.transactions { part.clear() }
    }
}
