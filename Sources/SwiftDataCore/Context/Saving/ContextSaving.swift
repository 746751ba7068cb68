/// Saves the pending changes of a context, unless that has to wait or there are none.
///
/// Changes the stage of the save. Plans and writes by ``SaveWriting``.
package struct ContextSaving {
    let unit: UnitOfWork

    /// Plans, writes and takes over the result. When it throws, neither the models nor any store has changed; where a
    /// store had to commit before another one failed, its changes are no longer pending.
    package func save(posting context: ModelContext?) throws {
        try ContextCall.saving(unit.editing.id) { try save(announcedBy: context) }
    }

    private func save(announcedBy context: ModelContext?) throws {
        try unit.saveRequests.checkIsWritable("save")
        if unit.isolation.isInBlock { return try unit.isolating.checkInIsolation() }
        unit.receiving.receive()
        guard !unit.saveRun.isUnderWay else { return unit.saveRequests.requestSave() }
        try unit.saveRequests.refuseInMiddleOfSave("save")
        defer { unit.failures.announce() }
        do {
            guard let outcome = try saveNow(posting: context) else { return unit.saveRequests.forgetSaveRequest() }
            unit.saveRequests.finishSave(outcome, posting: context)
        } catch {
            unit.saveRequests.forgetSaveRequest()
            throw error
        }
    }

    /// Saves without posting a notification yet. Nil where there is nothing to save.
    func saveNow(posting context: ModelContext?) throws -> SaveOutcome? {
        guard hasAnythingToSave() else {
            unit.conflicts.noteEqualEdits()
            unit.removal.forgetPending()
            return nil
        }
        let outcome = try unit.core.measuring.measure(.save, nil, rowCount: \.rowCount) {
            try SaveWriting(unit: unit, context: context).write()
        }
        unit.transactions.forgetTransactions(undoable: true)
        return outcome
    }

    /// Comparing encodes values, and their code may edit models, or save.
    private func hasAnythingToSave() -> Bool {
        unit.saveRun.enter(.comparing)
        defer { unit.saveRun.enter(.idle) }
        let editsBefore = unit.clock.edits
        return unit.hasChanges || unit.pending.foreign != nil || unit.clock.edits != editsBefore || unit.merging.hasLost
    }
}
