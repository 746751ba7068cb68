import Foundation
import OrderedCollections

extension UnitOfWork {
    /// Plans, writes and takes over the result. When it throws, neither the models nor any store has changed; where a
    /// store had to commit before another one failed, its changes are no longer pending.
    package func save(posting context: ModelContext?) throws {
        receive()
        guard !isSaving else { return }
        guard hasChanges || foreignRelation != nil else { return forgetPending() }
        let outcome = try write(posting: context)
        forgetTransactions(undoable: true)
        if let context {
            NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: outcome.userInfo)
        }
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
        let writing = JointWriting(try SavePlan(self), editing)
        do {
            try writing.write()
        } catch {
            if !writing.results.isEmpty { _ = takeOver(writing, isWhole: false) }
            throw error
        }
        return takeOver(writing, isWhole: true)
    }

    /// Brings the models in line with what was written, here and in the other contexts.
    private func takeOver(_ writing: JointWriting, isWhole: Bool) -> SaveOutcome {
        generation += 1
        var outcome = SaveOutcome()
        for (part, answer) in writing.results { outcome.add(part, answer) }
        let parts = writing.results.map(\.part)
        for part in parts {
            for state in part.inserted { register(state, outcome.remapped[state.identifier]) }
            for state in part.inserted + part.updated { state.remapIdentifiers() }
            for state in part.updated { state.changes = nil }
            for state in part.deleted {
                identityMap.forget(state.identifier, state)
                state.phase = .gone
            }
        }
        outcome.note(parts)
        if isWhole {
            forgetPending()
        } else {
            forgetPending(Set(parts.flatMap(\.states).map { ObjectIdentifier($0) }))
        }
        core.deliver(outcome.delivery, from: mailbox)
        forgetReferences(to: outcome.deleted)
        for (identifier, snapshot) in outcome.reregistered {
            guard let state = identityMap[identifier] else { continue }
            state.refresh(with: snapshot)
            state.forgetToMany()
        }
        return outcome
    }

    private func register(_ state: ModelState, _ permanent: PersistentIdentifier?) {
        guard let permanent else { return }
        let temporary = state.identifier
        if case .temporary(let key) = temporary.id.key { key.permanent = permanent }
        identityMap.forget(temporary, state)
        state.identifier = permanent
        guard let existing = identityMap[permanent], existing !== state else {
            state.phase = .registered
            identityMap.register(state)
            return
        }
        // An upsert: both objects are the same model from now on.
        existing.takeValues(of: state)
        state.phase = .gone
        state.successor = existing
    }
}

extension SavePlan.Part {
    /// Checks that a store says of every new row which identifier it has.
    func check(_ result: StoreSaveResult) throws {
        for state in inserted {
            guard let permanent = result.remapped[state.identifier] else {
                throw StoreError(
                    .misbehavingStore,
                    "the store did not say what the temporary identifier of a saved model became.",
                    entity: state.layout.entityName,
                    model: state.identifier
                )
            }
            guard permanent.storeIdentifier == store.storeIdentifier else {
                throw StoreError(
                    .misbehavingStore,
                    "the store gave a saved model an identifier that is not one of its own.",
                    entity: state.layout.entityName,
                    model: permanent
                )
            }
        }
    }
}

extension ModelState {
    /// Takes over the values of a new model that turned out to be this one.
    fileprivate func takeValues(of newcomer: ModelState) {
        newcomer.remapIdentifiers()
        changes = nil
        refresh(
            with: DefaultSnapshot(persistentIdentifier: identifier, layout: newcomer.layout, values: newcomer.values)
        )
    }

    /// Lets to-many relationships be read anew: a stored row that a new model turned out to be may have members that
    /// the new one did not know of.
    fileprivate func forgetToMany() {
        for property in layout.properties {
            guard case .toMany = property.shape else { continue }
            toManyBatches[property.slot] = nil
            mutateObserved(property.slot) { values[property.slot] = .unloaded }
        }
    }

    /// Replaces temporary identifiers by what they became.
    fileprivate func remapIdentifiers() {
        for slot in values.indices {
            switch values[slot] {
            case .identifier(let identifier) where identifier.isTemporary:
                values[slot] = .identifier(identifier.resolved)
            case .identifiers(let members) where members.contains(where: \.isTemporary):
                values[slot] = .identifiers(members.map(\.resolved))
            default:
                break
            }
        }
    }
}
