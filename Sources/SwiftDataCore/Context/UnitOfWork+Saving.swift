import Foundation
import OrderedCollections

extension UnitOfWork {
    /// Plans, writes and takes over the result. When it throws, neither the models nor any store has changed; where a
    /// store had to commit before another one failed, its changes are no longer pending.
    package func save(posting context: ModelContext?) throws {
        if isolation?.isInBlock == true { return try checkInIsolation() }
        receive()
        guard !isSaving else { return }
        guard hasAnythingToSave() else {
            settleEqualEdits()
            return forgetPending()
        }
        let outcome = try write(posting: context)
        forgetTransactions(undoable: true)
        if let context {
            NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: outcome.userInfo)
        }
    }

    /// Comparing encodes, and what is encoded may edit models, or save.
    private func hasAnythingToSave() -> Bool {
        isSaving = true
        defer { isSaving = false }
        let editsBefore = edits
        return hasChanges || foreignRelation != nil || edits != editsBefore || moved.hasLost
    }

    private func write(posting context: ModelContext?) throws -> SaveOutcome {
        isSaving = true
        // Over before didSave is posted: a save in an observer is a save like any other.
        defer { isSaving = false }
        if let context {
            NotificationCenter.default.post(name: ModelContext.willSave, object: context)
        }
        if let foreignRelation {
            // Reported once: the relation was refused when it was made, so nothing stands in the way of the next save.
            self.foreignRelation = nil
            throw foreignRelation
        }
        if let lost = moved.takeLost() { throw lost }
        var attempts = 0
        while true {
            switch try writeOnce() {
            case .saved(let outcome):
                return outcome
            case .conflict(let conflict):
                attempts += 1
                if mergePolicy == .error { throw refusal(of: conflict, isTold: takeIn(conflict)) }
                guard takeIn(conflict), attempts < Self.mostAttempts else { throw conflict.error }
                // Others who save without a pause are let finish, each time for a little longer.
                if attempts > 2 { Thread.sleep(forTimeInterval: 0.001 * Double.random(in: 0...Double(attempts))) }
                isSaving = true
            }
        }
    }

    /// How often a save is tried that others come before, with what their history tells.
    private static let mostAttempts = 200

    private func writeOnce() throws -> Attempt {
        isWriting = true
        defer { isWriting = false }
        let (plan, late) = try settledPlan()
        try checkMoved(plan)
        let writing = JointWriting(plan, editing) { [self] in identityMap[$0] }
        let editsBefore = edits
        do {
            try writing.write()
        } catch {
            if let conflict = WriteConflict(error, plan, core), writing.results.isEmpty, late == nil {
                return .conflict(conflict)
            }
            if !writing.results.isEmpty { _ = takeOver(writing, isWhole: false, late) }
            takeInOthersCommits(of: plan, after: error)
            throw refusal(of: error)
        }
        endIsolation()
        // A store may lead back here: what it did is not part of what was written.
        return .saved(takeOver(writing, isWhole: edits == editsBefore, late))
    }

    /// Somebody else has deleted or changed a row: lets the contexts know, so that the next save does not fail of it.
    private func takeInOthersCommits(of plan: SavePlan, after error: any Error) {
        guard let code = (error as? StoreError)?.code, code == .missingRow || code == .conflict else { return }
        // Who is told may use this context, and save: nothing is being written any more.
        isWriting = false
        isSaving = false
        for part in plan.parts { part.store.takeInOthersCommits() }
    }

    /// Takes in what somebody else has changed since this save began, as if it had come a moment earlier. False where no
    /// history tells what that was: then the user has to know.
    private func takeIn(_ conflict: WriteConflict) -> Bool {
        let plan = conflict.plan
        // Who is told may use this context, and save: nothing is being written any more.
        isSaving = false
        for part in plan.parts where !part.changes.isEmpty { part.store.takeInOthersCommits() }
        let isTold = plan.parts.allSatisfy { $0.store.untoldCount <= $0.changes.seenUntold ?? 0 }
        guard isTold else { return false }
        // Also what nobody has told: a counter may have grown without that.
        for part in plan.parts where part.store.isTrusted {
            unrefreshed += (part.updated + part.deleted).map(\.identifier)
        }
        receive()
        return true
    }

    /// A plan that has every edit in it: what encodes a value may edit models, whose edits are planned as well. Where
    /// each plan leads to new edits, the last of them are left for the next save.
    private func settledPlan() throws -> (SavePlan, LateEdits?) {
        for _ in 0..<3 {
            let editsBefore = edits
            let plan = try SavePlan(self)
            if edits == editsBefore { return (plan, nil) }
        }
        let late = LateEdits(self)
        return (try SavePlan(self), late)
    }

    /// Brings the models in line with what was written, here and in the other contexts.
    private func takeOver(_ writing: JointWriting, isWhole: Bool, _ late: LateEdits?) -> SaveOutcome {
        var late = late
        late?.setAside()
        defer { late?.reapply(to: self) }
        let fought = pendingConflicts
        generation += 1
        var outcome = SaveOutcome()
        for (part, answer) in writing.results { outcome.add(part, answer) }
        let parts = writing.results.map(\.part)
        // All identifiers first: a model that turned out to be another may refer to one that did so too.
        var upserts: [Upsert] = []
        for (part, answer) in writing.results {
            part.letRowsGo()
            for (place, state) in part.inserted.enumerated() {
                let permanent = answer.permanent(of: state, at: place)
                if let upsert = register(state, permanent, isTrusted: part.store.isTrusted) { upserts.append(upsert) }
            }
        }
        for part in parts {
            for state in part.inserted {
                state.remapIdentifiers()
                if part.store.isTrusted { state.lock = DefaultSnapshot.firstLock }
            }
            for state in part.updated { state.remapIdentifiers() }
            for state in part.updated {
                state.changes = nil
                if state.lock != DefaultSnapshot.unknownLock { state.lock &+= 1 }
                if let lock = outcome.locks[state.identifier] { state.lock = lock }
            }
            for state in part.deleted {
                identityMap.forget(state.identifier, state)
                state.phase = .gone
            }
        }
        for item in unfollowed.items where item.state.phase == .gone {
            item.state.values[item.slot] = item.state.layout.emptyValues[item.slot]
        }
        noteLocks(outcome, of: parts)
        let replaced = noteReplaced(upserts, outcome, parts)
        for upsert in upserts { upsert.existing.changes = nil }
        outcome.note(parts, upserts)
        if isWhole, late == nil {
            forgetPending()
        } else {
            let saved = Set(parts.flatMap(\.states).map { ObjectIdentifier($0) })
            forgetPending(saved.subtracting(late?.deleted ?? []))
        }
        // Now that nothing is pending: who observes a joined model may edit others, which is for the next save.
        for upsert in upserts {
            upsert.join()
            if let lock = outcome.locks[upsert.existing.identifier] { upsert.existing.lock = lock }
        }
        settleConflicts(fought, saved: outcome.updated)
        var delivery = outcome.delivery
        let wanted = isWhole ? core.wantedEntities(besides: mailbox) : []
        if !wanted.isEmpty { delivery.rows = sharedRows(of: parts, outcome, wanted: wanted) }
        core.deliver(delivery, from: mailbox, seen: seenDeliveries)
        if core.commits.isHeard {
            for commit in outcome.commits(by: editing.author) { core.commits.announce(commit) }
        }
        forgetReferences(to: outcome.deleted)
        for (identifier, snapshot) in outcome.reregistered {
            guard let state = identityMap[identifier] else { continue }
            state.refresh(with: snapshot)
            state.lock = outcome.locks[identifier] ?? snapshot.lock
            state.forgetToMany()
        }
        rereadRelationships(with: outcome.joined)
        for journal in replaced { journal.finish() }
        tellObservers(of: parts, outcome)
        observers?.tellUnisolated()
        return outcome
    }

    /// Gives a new model its identifier. Returns what is to be joined where another model has it already.
    private func register(_ state: ModelState, _ permanent: PersistentIdentifier?, isTrusted: Bool) -> Upsert? {
        guard let permanent else { return nil }
        if case .temporary(let key) = state.identifier.id.key { key.permanent = permanent }
        // Which takes it out of the identity map.
        state.identifier = permanent
        state.phase = .registered
        // Our own stores give new keys to what is not unique.
        if !isTrusted || state.layout.hasUniqueValues, let existing = identityMap[permanent], existing !== state {
            return Upsert(newcomer: state, existing: existing)
        }
        identityMap.register(state)
        return nil
    }
}

extension ModelState {
    /// Replaces temporary identifiers by what they became.
    func remapIdentifiers() {
        for slot in layout.relationshipSlots {
            switch values[slot] {
            case .identifier(let identifier) where identifier.isTemporary:
                values[slot] = .identifier(identifier.resolved)
            case .identifiers(var members):
                guard let first = members.firstIndex(where: \.isTemporary) else { continue }
                // Let go of first, so that writing does not copy the array.
                values[slot] = .null
                for place in first..<members.count where members[place].isTemporary {
                    members[place] = members[place].resolved
                }
                values[slot] = .identifiers(members)
            default:
                break
            }
        }
    }
}
