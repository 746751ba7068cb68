import Foundation
import OrderedCollections

extension UnitOfWork {
    /// Plans, writes and takes over the result. When it throws, neither the models nor any store has changed; where a
    /// store had to commit before another one failed, its changes are no longer pending.
    package func save(posting context: ModelContext?) throws {
        if isolation.isInBlock { return try checkInIsolation() }
        receive()
        guard !saveRun.isUnderWay else { return requestSave() }
        try refuseInMiddleOfSave("save")
        defer { announceReadFailures() }
        do {
            guard let outcome = try saveNow(posting: context) else { return forgetSaveRequest() }
            finishSave(outcome, posting: context)
        } catch {
            forgetSaveRequest()
            throw error
        }
    }

    /// Saves without posting a notification yet. Nil where there is nothing to save.
    func saveNow(posting context: ModelContext?) throws -> SaveOutcome? {
        guard hasAnythingToSave() else {
            noteEqualEdits()
            forgetPending()
            return nil
        }
        let outcome = try write(posting: context)
        forgetTransactions(undoable: true)
        return outcome
    }

    /// Comparing encodes, and what is encoded may edit models, or save.
    private func hasAnythingToSave() -> Bool {
        saveRun.enter(.comparing)
        defer { saveRun.enter(.idle) }
        let editsBefore = clock.edits
        return hasChanges || pending.foreign != nil || clock.edits != editsBefore || merging.hasLost
    }

    private func write(posting context: ModelContext?) throws -> SaveOutcome {
        saveRun.enter(.preparing)
        // Over before didSave is posted: a save in an observer is a save like any other.
        defer { saveRun.enter(.idle) }
        if let context {
            saveRun.enter(.announcing)
            NotificationCenter.default.post(name: ModelContext.willSave, object: context)
            saveRun.enter(.preparing)
        }
        // Reported once: the relation was refused when it was made, so nothing stands in the way of the next save.
        if let foreign = pending.takeForeign() { throw foreign }
        if let lost = merging.takeLost() { throw lost }
        var contest = Contest()
        while true {
            switch try writeOnce() {
            case .saved(let outcome):
                return outcome
            case .conflict(let conflict):
                contest.attempts += 1
                if merging.policy == .error { throw refusal(of: conflict, isTold: takeIn(conflict)) }
                guard takeIn(conflict) else { throw conflict.error }
                try contest.waitForNextAttempt(after: conflict)
                saveRun.enter(.preparing)
            }
        }
    }

    private func writeOnce() throws -> Attempt {
        saveRun.enter(.writing)
        defer { if saveRun.isWriting { saveRun.enter(.preparing) } }
        let (plan, editsBefore) = try finalPlan()
        try checkMoved(plan)
        let writing = JointWriting(plan, editing) { [self] identifier in
            // A model that was made of a row while the store wrote is no other one.
            saveRun.madeInFlight.contains(identifier) ? nil : identityMap[identifier]
        }
        for part in recording.transactions { part.noteUnread() }
        saveRun.beginFlight(plan)
        defer {
            saveRun.endFlight()
            _ = saveRun.takeMade()
        }
        do {
            try writing.write()
        } catch {
            saveRun.endFlight()
            // Their rows may have been taken back.
            inbox.readAgain(saveRun.madeInFlight)
            if let conflict = WriteConflict(error, plan, core), writing.results.isEmpty, clock.edits == editsBefore {
                return .conflict(conflict)
            }
            if !writing.results.isEmpty { _ = takeOver(writing, isWhole: false) }
            takeInOthersCommits(of: plan, after: error)
            throw refusal(of: error)
        }
        endIsolation()
        saveRun.endFlight()
        // What was done since the plan was begun is not part of what was written.
        return .saved(takeOver(writing, isWhole: clock.edits == editsBefore))
    }

    /// Tells the contexts that another writer has deleted or changed a row, so that the next save does not fail because
    /// of it.
    private func takeInOthersCommits(of plan: PlannedSave, after error: any Error) {
        guard let code = (error as? StoreError)?.code, code == .missingRow || code == .conflict else { return }
        // An observer may use this context, and save: nothing is being written any more.
        saveRun.enter(.idle)
        for part in plan.parts { part.store.takeInOthersCommits() }
    }

    /// Takes in the changes of other writers since this save began, as if they had come a moment earlier. False where
    /// no history tells what that was: then the user has to know.
    private func takeIn(_ conflict: WriteConflict) -> Bool {
        let plan = conflict.plan
        // An observer may use this context, and save: nothing is being written any more.
        saveRun.enter(.idle)
        for part in plan.parts where !part.changes.isEmpty { part.store.takeInOthersCommits() }
        let isTold = plan.parts.allSatisfy { $0.store.untoldCount <= $0.changes.seenUntold ?? 0 }
        guard isTold else { return false }
        // Also changes that were not reported: a counter may have grown without a report.
        for part in plan.parts where part.store.facts.contains(.countsLocks) {
            inbox.readAgain((part.updated + part.deleted).map(\.identifier))
        }
        receive()
        return true
    }

    /// A plan that has every edit in it. The code that encodes a value may edit models, whose edits are planned as
    /// well. Where each plan leads to new edits, the last of them are left for the next save.
    /// - Returns: The plan, and how many edits there had been when it was begun.
    private func finalPlan() throws -> (PlannedSave, editsBefore: Int) {
        for round in 0..<Self.mostPlans {
            let (editsBefore, rollbacksBefore) = (clock.edits, recording.rollbackCount)
            let plan = try PlannedSave(self)
            if clock.edits == editsBefore { return (plan, editsBefore) }
            // What was rolled back must not be written.
            if round >= 3, recording.rollbackCount == rollbacksBefore { return (plan, editsBefore) }
        }
        throw StoreError(
            .saveInProgress,
            "what encodes values rolls the context back each time that the save is planned. Do that after the save."
        )
    }

    /// The number of times that a save is planned anew because its plan was rolled back.
    private static let mostPlans = 8

    /// Brings the models in line with what was written, here and in the other contexts.
    /// - Parameter isWhole: True if everything that is pending was written.
    private func takeOver(_ writing: JointWriting, isWhole: Bool) -> SaveOutcome {
        // Models are held until the last of them is in line: the end of one may be code of the program's.
        let held = pending
        defer { withExtendedLifetime(held) {} }
        let fought = pendingConflicts
        let twins = saveRun.takeMade()
        clock.noteNewRows()
        saveRun.noteTakenOver()
        TemporaryKey.noteSave()
        var outcome = SaveOutcome()
        for (part, answer) in writing.results { outcome.add(part, answer) }
        let parts = writing.results.map(\.part)
        var later = isWhole ? LaterChanges() : LaterChanges(parts, in: self)
        let upserts = giveIdentifiers(writing, twins, &later)
        later.markLeft()
        for part in parts { bringInLine(part, outcome, isWhole: isWhole, &later) }
        for item in pending.unfollowed.items where item.state.phase == .gone {
            item.state.values[item.slot] = item.state.layout.emptyValues[item.slot]
        }
        noteLocks(outcome, of: parts)
        outcome.note(parts, upserts)
        if isWhole {
            for upsert in upserts { upsert.existing.changes = nil }
            forgetPending()
        } else {
            for upsert in upserts { later.join(upsert) }
            later.alignPending(parts, in: self)
        }
        let replaced = noteReplaced(upserts, outcome, parts)
        // Now that nothing is pending: an observer of a joined model may edit other models, which is for the next save.
        for upsert in upserts {
            upsert.join()
            if let lock = outcome.locks[upsert.existing.identifier] { upsert.existing.lock = lock }
        }
        updateConflicts(fought, saved: outcome.updated)
        var delivery = outcome.delivery
        let wanted = isWhole ? core.wantedEntities(besides: inbox.mailbox) : []
        if !wanted.isEmpty { delivery.rows = sharedRows(of: parts, outcome, wanted: wanted) }
        core.deliver(delivery, from: inbox.mailbox, seen: inbox.seenDeliveries)
        if core.commits.isHeard {
            for commit in outcome.commits(by: editing.author) { core.commits.announce(commit) }
        }
        forgetReferences(to: outcome.deleted)
        for (identifier, snapshot) in outcome.reregistered {
            guard let state = identityMap[identifier] else { continue }
            state.refreshing.refresh(with: snapshot)
            state.lock = outcome.locks[identifier] ?? snapshot.lock
            state.faulting.forgetToMany()
        }
        rereadRelationships(with: outcome.joined)
        for journal in replaced { journal.finish() }
        later.finish(isWhole ? [] : outcome.deleted, in: self)
        tellObservers(of: parts, outcome)
        observers?.tellUnisolated()
        return outcome
    }
}
