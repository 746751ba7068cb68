/// Brings the models in line with the written values, here and in the other contexts.
///
/// Changes the pending changes, the conflicts, the clock and the models. Notifies the other contexts, the observers and
/// the streams that wait for commits.
struct SaveTakeOver {
    private let unit: UnitOfWork
    private let writing: JointWriting
    private let parts: [PlannedSave.Part]
    /// True if everything that is pending was written.
    private let isWhole: Bool
    private var outcome = SaveOutcome()
    /// The changes since the plan was final.
    private var later: LaterChanges
    /// The new models that became earlier rows by an upsert.
    private var upserts: [Upsert] = []

    /// - Parameter isWhole: True if everything that is pending was written.
    init(_ unit: UnitOfWork, _ writing: JointWriting, isWhole: Bool) {
        self.unit = unit
        self.writing = writing
        self.isWhole = isWhole
        later = LaterChanges(unit)
        parts = writing.results.map(\.part)
    }

    consuming func takeOver() -> SaveOutcome {
        // Models are held until the last of them is in line: the end of one may be code of the program's.
        let held = unit.pending
        defer { withExtendedLifetime(held) {} }
        let pendingConflicts = unit.conflicts.pending
        let twins = unit.saveRun.takeMade()
        unit.clock.noteNewRows()
        unit.saveRun.noteTakenOver()
        TemporaryKey.noteSave()
        for (part, answer) in writing.results { outcome.add(part, answer) }
        if !isWhole { later = LaterChanges(parts, in: unit) }
        bringInLine(twins)
        let replaced = takeOverStates()
        unit.conflicts.update(pendingConflicts, saved: outcome.updated)
        notifyContexts()
        unit.references.forgetReferences(to: outcome.deleted)
        applyStoreValues()
        unit.upserting.rereadRelationships(with: outcome.joined)
        for journal in replaced { journal.finish() }
        later.finish(isWhole ? [] : outcome.deleted)
        unit.notifying.notify(of: parts, outcome)
        unit.observers?.notifyUnisolated()
        return outcome
    }

    /// Gives the models their identifiers, counters and phases.
    private mutating func bringInLine(_ twins: Set<PersistentIdentifier>) {
        let rows = RowTakeOver(unit: unit)
        upserts = rows.giveIdentifiers(writing, twins, &later)
        later.markLeft()
        for part in parts { rows.bringInLine(part, outcome, isWhole: isWhole, &later) }
        for item in unit.pending.unfollowed.items where item.state.phase == .gone {
            item.state.empty(item.slot)
        }
        rows.noteLocks(outcome, of: parts)
        outcome.note(parts, upserts)
    }

    /// Removes the changes that are no longer pending, and joins new models with the stored rows that they turned out
    /// to be.
    /// - Returns: The values that these rows had, for undo.
    private mutating func takeOverStates() -> [ChangeJournal] {
        if isWhole {
            for upsert in upserts { upsert.existing.forgetChanges() }
            unit.removal.forgetPending()
        } else {
            for upsert in upserts { later.join(upsert) }
            later.alignPending(parts)
        }
        let replaced = unit.upserting.noteReplaced(upserts, outcome, parts)
        // Now that nothing is pending: an observer of a joined model may edit other models, which is for the next save.
        for upsert in upserts {
            upsert.join()
            if let lock = outcome.locks[upsert.existing.identifier] { upsert.existing.noteLock(lock) }
        }
        return replaced
    }

    /// Leaves the rows to the other contexts, and announces the commits.
    private func notifyContexts() {
        let core = unit.core
        var delivery = outcome.delivery
        let wanted = isWhole ? core.wantedEntities(besides: unit.inbox.mailbox) : []
        if !wanted.isEmpty { delivery.rows = SharedRows(outcome: outcome, wanted: wanted).rows(of: parts) }
        core.deliver(delivery, from: unit.inbox.mailbox, seen: unit.inbox.seenDeliveries)
        if core.commits.hasListeners {
            for commit in outcome.commits(by: unit.editing.author) { core.commits.announce(commit) }
        }
    }

    /// Gives models the values that the stores have made.
    private func applyStoreValues() {
        for (identifier, snapshot) in outcome.reregistered {
            guard let state = unit.identityMap[identifier] else { continue }
            state.refreshing.refresh(with: snapshot)
            state.noteLock(outcome.locks[identifier] ?? snapshot.lock)
            state.faulting.forgetToMany()
        }
    }
}
