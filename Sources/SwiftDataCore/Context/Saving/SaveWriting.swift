import Foundation

/// Plans a save and writes it, again and again as long as other writers change its rows meanwhile.
///
/// Changes the stage of the save and the inbox. ``SaveTakeOver`` takes over the written values.
struct SaveWriting {
    let unit: UnitOfWork
    /// The context that `willSave` is posted for; nil to post nothing.
    let context: ModelContext?

    /// The result of an attempt to write.
    private enum Attempt {
        case saved(SaveOutcome)
        case conflict(WriteConflict)
    }

    func write() throws -> SaveOutcome {
        unit.saveRun.enter(.preparing)
        // Over before didSave is posted: a save in an observer is a save like any other.
        defer { unit.saveRun.enter(.idle) }
        if let context {
            unit.saveRun.enter(.announcing)
            NotificationCenter.default.post(name: ModelContext.willSave, object: context)
            unit.saveRun.enter(.preparing)
        }
        if unit.core.hasSaveHooks {
            unit.saveRun.enter(.announcing)
            try SaveHooks(unit: unit).run()
            unit.saveRun.enter(.preparing)
        }
        // Reported once: the relation was refused when it was made, so nothing stands in the way of the next save.
        if let foreign = unit.pending.takeForeign() { throw foreign }
        if let lost = unit.merging.takeLost() { throw lost }
        var contest = Contest()
        while true {
            switch try writeOnce() {
            case .saved(let outcome):
                return outcome
            case .conflict(let conflict):
                contest.attempts += 1
                if unit.merging.policy == .error {
                    throw unit.refusals.refusal(of: conflict, isReread: receiveChanges(of: conflict))
                }
                guard receiveChanges(of: conflict) else { throw conflict.error }
                try contest.waitForNextAttempt(after: conflict)
                unit.saveRun.enter(.preparing)
            }
        }
    }

    private func writeOnce() throws -> Attempt {
        unit.saveRun.enter(.writing)
        defer { if unit.saveRun.isWriting { unit.saveRun.enter(.preparing) } }
        let (plan, editsBefore) = try finalPlan()
        try unit.refusals.checkMoved(plan)
        let writing = JointWriting(plan, unit.editing) { [unit] identifier in
            // A model that was made of a row while the store wrote is no other one.
            unit.saveRun.madeInFlight.contains(identifier) ? nil : unit.identityMap[identifier]
        }
        for part in unit.recording.transactions { part.noteUnread() }
        unit.saveRun.beginFlight(plan)
        defer {
            unit.saveRun.endFlight()
            _ = unit.saveRun.takeMade()
        }
        do {
            try writing.write()
        } catch {
            unit.saveRun.endFlight()
            // Their rows may have been taken back.
            unit.inbox.readAgain(unit.saveRun.madeInFlight)
            if let conflict = WriteConflict(error, plan, unit.core), writing.results.isEmpty,
                unit.clock.edits == editsBefore
            {
                return .conflict(conflict)
            }
            if !writing.results.isEmpty { _ = takeOver(writing, isWhole: false) }
            receiveExternalCommits(of: plan, after: error)
            throw unit.refusals.refusal(of: error)
        }
        unit.isolation.end()
        unit.saveRun.endFlight()
        // Changes since the start of the plan are not part of the written values.
        return .saved(takeOver(writing, isWhole: unit.clock.edits == editsBefore))
    }

    /// Notifies the contexts that another writer has deleted or changed a row, so that the next save does not fail
    /// because of it.
    private func receiveExternalCommits(of plan: PlannedSave, after error: any Error) {
        guard let code = (error as? StoreError)?.code, code == .missingRow || code == .conflict else { return }
        // An observer may use this context, and save: nothing is being written any more.
        unit.saveRun.enter(.idle)
        for part in plan.parts { part.store.receiveExternalCommits() }
    }

    /// Receives the changes of other writers since this save began, as if they had come a moment earlier. False where no
    /// history has these changes: then the error has to reach the caller.
    private func receiveChanges(of conflict: WriteConflict) -> Bool {
        let plan = conflict.plan
        // An observer may use this context, and save: nothing is being written any more.
        unit.saveRun.enter(.idle)
        for part in plan.parts where !part.changes.isEmpty { part.store.receiveExternalCommits() }
        let isDescribed = plan.parts.allSatisfy { $0.store.undescribedCount <= $0.changes.seenUndescribed ?? 0 }
        guard isDescribed else { return false }
        // Also changes that were not reported: a counter may have grown without a report.
        for part in plan.parts where part.store.facts.contains(.countsLocks) {
            unit.inbox.readAgain((part.updated + part.deleted).map(\.identifier))
        }
        unit.receiving.receive()
        return true
    }

    /// A plan that has every edit in it. The code that encodes a value may edit models, whose edits are planned as
    /// well. Where each plan leads to new edits, the last of them are left for the next save.
    /// - Returns: The plan, and how many edits there had been when it was begun.
    private func finalPlan() throws -> (PlannedSave, editsBefore: Int) {
        for round in 0..<Self.mostPlans {
            let (editsBefore, rollbacksBefore) = (unit.clock.edits, unit.recording.rollbackCount)
            let plan = try PlannedSave(unit)
            if unit.clock.edits == editsBefore { return (plan, editsBefore) }
            // Changes that were rolled back must not be written.
            if round >= 3, unit.recording.rollbackCount == rollbacksBefore { return (plan, editsBefore) }
        }
        throw StoreError(
            .saveInProgress,
            "the code that encodes values rolls the context back at each attempt to save. Call rollback() after the save."
        )
    }

    /// The number of times that a save is planned again because its plan was rolled back.
    private static let mostPlans = 8

    private func takeOver(_ writing: JointWriting, isWhole: Bool) -> SaveOutcome {
        SaveTakeOver(unit, writing, isWhole: isWhole).takeOver()
    }
}
