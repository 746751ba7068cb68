import Foundation

// Reads that fail are noted, told of, and tried again before anything is saved.

extension UnitOfWork {
    /// Notes that a slot could not be read: logged and told of once, until it has been read.
    func noteFailure(_ error: any Error, of state: ModelState, slot: Int, isDamage: Bool = false) {
        // Damage is what the row has: a getter returns the documented stand-in.
        if !isDamage { reads.count(error) }
        reads.mark()
        let failed = state.madeFailedReads
        let isNew: Bool
        if isDamage {
            isNew = failed.damaged.updateValue(error, forKey: slot) == nil
            failed.damagedGeneration = generation
        } else if state.isToMany(slot) {
            isNew = failed.members.updateValue(error, forKey: slot) == nil
        } else {
            isNew = failed.row == nil
            failed.row = (failed.row?.slot ?? slot, error)
        }
        guard isNew else { return }
        let failure = ReadFailure(
            entityName: state.layout.entityName,
            propertyName: state.layout.properties[slot].name,
            persistentModelID: state.identifier,
            error: error
        )
        if reads.keep(ReadLog.Entry(failure: failure, slot: slot), isCurrent: isCurrent) {
            log.error("a value could not be read, which is tried again: \(failure)")
        } else if reads.leftOut == 1 {
            log.error("more than \(ReadLog.limit) values could not be read; further ones are counted only.")
        }
    }

    /// True if a failure is still one of a model in memory.
    private func isCurrent(_ entry: ReadLog.Entry) -> Bool {
        guard let state = identityMap[entry.failure.persistentModelID], let failed = state.failedReads,
            entry.slot < state.layout.slotCount
        else { return false }
        if failed.damaged[entry.slot] != nil { return true }
        return state.isToMany(entry.slot) ? failed.members[entry.slot] != nil : failed.row?.slot == entry.slot
    }

    func currentReadFailures() -> [ReadFailure] {
        reads.tidy(isCurrent)
        return reads.entries.map(\.failure)
    }

    /// Tells observers of what could not be read. To be called where nothing is half done.
    func announceReadFailures() {
        guard !reads.unannounced.isEmpty, !saveRun.isUnderWay else { return }
        for failure in reads.takeUnannounced() {
            guard let context else { continue }
            NotificationCenter.default.post(
                name: ModelContext.didFailToRead,
                object: context,
                userInfo: [ModelContext.readFailureKey: failure]
            )
        }
    }

    /// Runs what reads models where it can throw: a value that stood in would make the answer wrong.
    func withoutStandIns<Result>(_ body: () throws -> Result) throws -> Result {
        let before = reads.attempts
        let result = try body()
        if reads.attempts != before, let error = reads.lastError { throw error }
        return result
    }
}

// MARK: - Saving

extension UnitOfWork {
    /// Reads again what failed of the models that are to be saved.
    /// - Throws: ``StoreError`` with code `unreadable` where a value that stood in could be saved.
    func readFailedAgain() throws {
        if reads.hasMarks { try readMarkedAgain() }
        guard owners.hasUnknown else { return }
        owners.hasUnknown = false
        alignOwners()
        guard owners.hasUnknown else { return }
        throw StoreError(
            .unreadable,
            "the former owners of members could not be read. Save again.",
            entity: owners.unknownEntity,
            underlying: reads.lastError
        )
    }

    private func readMarkedAgain() throws {
        for state in Array(pending.changed.values) { try readFailedAgain(of: state) }
        var followed = -1
        // A cascade deletes further models.
        while followed != pending.deleted.count {
            followed = pending.deleted.count
            for state in Array(pending.deleted.values) { try followRules(of: state) }
        }
        alignDisplacedEdits()
    }

    private func readFailedAgain(of state: ModelState) throws {
        guard let failed = state.failedReads, isReallyChanged(state) else { return }
        if failed.row != nil,
            let slot = state.layout.properties.first(where: { !$0.isToMany && state.isUnloaded($0.slot) })?.slot
        {
            attempt(state, slot: slot)
        }
        for slot in Array(failed.members.keys) where state.phase != .gone { attempt(state, slot: slot) }
        guard state.phase == .registered else { return }
        if let row = failed.row { throw unread(state, failed, row.slot, row.error) }
        if let (slot, error) = failed.members.min(by: { $0.key < $1.key }) { throw unread(state, failed, slot, error) }
        try checkTaint(of: state, failed)
        alignPartners(of: state, failed)
        state.standIns.tidyFailedReads()
    }

    private func unread(_ state: ModelState, _ failed: FailedReads, _ slot: Int, _ error: (any Error)?) -> StoreError {
        if let migration = migrationError(of: state) { return migration }
        let slot = failed.tainted.keys.min() ?? slot
        return state.standIns.unreadable(
            slot,
            "the value could not be read, and the object has unsaved changes, which might stem from one that stands in "
                + "for it. Save again, or roll back and fetch the object again.",
            error
        )
    }

    /// The error of a store whose file was migrated since it was opened: its rows cannot be read any more.
    private func migrationError(of state: ModelState) -> StoreError? {
        guard let store = core.store(of: state.identifier)?.object as? any ModelChecking else { return nil }
        do {
            try store.checkModel()
            return nil
        } catch {
            // Any other error is one more read that failed.
            return (error as? StoreError).flatMap { $0.code == .migration ? $0 : nil }
        }
    }

    /// Puts stored values in place of what was assigned after a stand-in had been shown, and says so.
    private func checkTaint(of state: ModelState, _ failed: FailedReads) throws {
        for slot in failed.tainted.keys.sorted() {
            failed.shown.remove(slot)
            attempt(state, slot: slot)
            if state.isUnloaded(slot) {
                failed.shown.insert(slot)
                throw unread(state, failed, slot, failed.cause(of: slot, isToMany: state.isToMany(slot)))
            }
            state.standIns.withdrawTaint(slot)
        }
        guard let slot = failed.withdrawn.min() else { return }
        throw state.standIns.unreadable(
            slot,
            "the value could not be read when it was assigned, so that the new one may stem from one that stood in for "
                + "it. It has been read now: assign it anew, or roll back.",
            failed.taintCause
        )
    }

    /// Brings the other sides of relationships in line that were written without having been read.
    private func alignPartners(of state: ModelState, _ failed: FailedReads) {
        let blind = failed.blind.sorted()
        let lost = failed.lostPartners.sorted { $0.key < $1.key }
        failed.blind = []
        failed.lostPartners = [:]
        for (slot, partner) in lost {
            if case .identifier(let destination) = state.reading.trueValue(at: slot), destination == partner.resolved {
                state.otherSide.takeOut(slot)
            } else {
                state.changes?.slots.remove(slot)
            }
        }
        guard let changes = state.changes else { return }
        for slot in blind where changes.slots.contains(slot) {
            guard case .identifier(let destination) = changes.original[slot] else { continue }
            if case .identifier(destination) = state.values[slot] { continue }
            state.refreshing.noteDisplacement(slot, destination)
        }
    }
}

// MARK: - Delete rules

extension UnitOfWork {
    /// Notes the relationships of a model that is being deleted which could not be read: their rules wait for the save.
    func noteUnfollowedRules(of state: ModelState, except left: [Int]) {
        guard state.phase == .deleted, state.failedReads != nil else { return }
        for slot in state.layout.relationshipSlots where !left.contains(slot) && state.isUnloaded(slot) {
            if case .noAction = state.layout.deleteRule(slot) { continue }
            state.madeFailedReads.pendingRules.insert(slot)
        }
    }

    private func followRules(of state: ModelState) throws {
        guard let failed = state.failedReads, !failed.pendingRules.isEmpty else { return }
        failed.shown = []
        for slot in failed.pendingRules.sorted() {
            let value = state.reading.value(at: slot)
            if case .unloaded = value {
                throw state.standIns.unreadable(
                    slot,
                    "the relationship could not be read, so that the delete rule could not be followed. Save again.",
                    failed.cause(of: slot, isToMany: state.isToMany(slot)) ?? reads.lastError
                )
            }
            failed.pendingRules.remove(slot)
            followRule(of: state, slot)
        }
    }
}
