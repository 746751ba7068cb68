import Foundation
import OrderedCollections

extension UnitOfWork {
    /// Plans, writes and takes over the result. When it throws, neither the models nor any store has changed; where a
    /// store had to commit before another one failed, its changes are no longer pending.
    package func save(posting context: ModelContext?) throws {
        receive()
        guard !isSaving, hasChanges || foreignRelation != nil else { return }
        isSaving = true
        defer { isSaving = false }
        if let context {
            NotificationCenter.default.post(name: ModelContext.willSave, object: context)
        }
        let plan = try SavePlan(self)
        let writing = JointWriting(plan, editing)
        let outcome: SaveOutcome
        do {
            try writing.write()
            outcome = try takeOver(plan, writing)
        } catch {
            let part = plan.part { writing.results[ObjectIdentifier($0)] != nil }
            if !part.isEmpty { _ = try takeOver(part, writing) }
            throw error
        }
        if let context {
            NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: outcome.userInfo)
        }
    }

    /// Brings the models in line with what was written, here and in the other contexts.
    private func takeOver(_ plan: SavePlan, _ writing: JointWriting) throws -> SaveOutcome {
        var outcome = SaveOutcome()
        for (store, _) in plan.changes {
            guard let result = writing.results[ObjectIdentifier(store)] else { continue }
            outcome.add(result, store: store.storeIdentifier)
        }
        try check(plan, outcome)
        apply(plan, outcome)
        outcome.note(plan)
        core.deliver(
            ContextMailbox.Delivery(
                inserted: outcome.inserted,
                updated: outcome.updated,
                deleted: outcome.deleted
            ),
            from: mailbox
        )
        return outcome
    }

    private func check(_ plan: SavePlan, _ outcome: SaveOutcome) throws {
        for state in plan.inserted where outcome.remapped[state.identifier] == nil {
            throw StoreError(
                .misbehavingStore,
                "the store did not say what the temporary identifier of a saved model became.",
                entity: state.layout.entityName,
                model: state.identifier
            )
        }
    }

    private func apply(_ plan: SavePlan, _ outcome: SaveOutcome) {
        generation += 1
        for state in plan.inserted {
            let temporary = state.identifier
            guard let permanent = outcome.remapped[temporary] else { continue }
            if case .temporary(let key) = temporary.id.key { key.permanent = permanent }
            identityMap.forget(temporary, state)
            if let existing = identityMap[permanent], existing !== state {
                // An upsert: the registered object takes the values, the newcomer leaves the context.
                existing.refresh(
                    with: DefaultSnapshot(
                        persistentIdentifier: permanent,
                        layout: state.layout,
                        values: state.values
                    )
                )
                state.identifier = permanent
                state.phase = .gone
            } else {
                state.identifier = permanent
                state.phase = .registered
                identityMap.register(state)
            }
        }
        for state in plan.inserted + plan.updated { state.remapIdentifiers() }
        for state in plan.isPart ? plan.updated : Array(changed.values) { state.changes = nil }
        for state in plan.deleted {
            identityMap.forget(state.identifier, state)
            state.phase = .gone
        }
        forgetChanges(of: plan)
        for (identifier, snapshot) in outcome.reregistered {
            guard let state = identityMap[identifier] else { continue }
            state.refresh(with: snapshot)
            state.forgetToMany()
        }
    }
}

extension UnitOfWork {
    /// What a plan wrote is no longer pending.
    private func forgetChanges(of plan: SavePlan) {
        guard plan.isPart else {
            inserted.removeAll()
            changed.removeAll()
            deleted.removeAll()
            return kept.removeAll()
        }
        let written = Set((plan.inserted + plan.updated + plan.deleted).map { ObjectIdentifier($0) })
        inserted.removeAll { written.contains($0.key) }
        changed.removeAll { written.contains($0.key) }
        deleted.removeAll { written.contains($0.key) }
        for key in written { kept[key] = nil }
    }
}

/// What the stores answered to a save.
package struct SaveOutcome {
    package private(set) var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    package private(set) var reregistered: [PersistentIdentifier: DefaultSnapshot] = [:]
    package private(set) var tokens: [String: any HistoryToken] = [:]
    package private(set) var inserted: [PersistentIdentifier] = []
    package private(set) var updated: [PersistentIdentifier] = []
    package private(set) var deleted: [PersistentIdentifier] = []

    fileprivate mutating func add(_ result: StoreSaveResult, store: String) {
        remapped.merge(result.remapped) { _, new in new }
        reregistered.merge(result.reregistered) { _, new in new }
        tokens[store] = result.historyToken
    }

    fileprivate mutating func note(_ plan: SavePlan) {
        inserted = plan.inserted.map(\.identifier)
        updated = plan.updated.map(\.identifier)
        deleted = plan.deleted.map(\.identifier)
    }

    /// The identifiers under the enum case and under its raw value: existing code reads either.
    fileprivate var userInfo: [AnyHashable: Any] {
        let entries: [(ModelContext.NotificationKey, Any)] = [
            (.insertedIdentifiers, inserted), (.updatedIdentifiers, updated), (.deletedIdentifiers, deleted),
        ]
        var info: [AnyHashable: Any] = [:]
        for (key, value) in entries {
            info[key] = value
            info[key.rawValue] = value
        }
        if !tokens.isEmpty {
            info[ModelContext.NotificationKey.historyTokens] = tokens
            info[ModelContext.NotificationKey.historyTokens.rawValue] = tokens
        }
        return info
    }
}

extension ModelState {
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
