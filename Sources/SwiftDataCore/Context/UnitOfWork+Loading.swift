import OrderedCollections

// Faults: what was not fetched is loaded when it is read, together with the neighbours'.

extension UnitOfWork {
    /// Loads a slot that was not fetched.
    package func load(_ state: ModelState, slot: Int) {
        do {
            if case .toMany = state.layout.properties[slot].shape {
                // Which may have read it.
                followCascades()
                guard state.isUnloaded(slot) else { return }
                try loadToMany(state, slot: slot)
            } else {
                try loadRow(state)
            }
        } catch {
            log.error("\(state.layout.entityName): a fault could not be loaded: \(error)")
        }
    }

    private func loadRow(_ state: ModelState) throws {
        guard let store = core.store(of: state.identifier) else { return vanish(state) }
        if let row = state.batch?.row(state.identifier, generation: generation) {
            state.fill(from: row)
            if !state.isFault { return }
        }
        let neighbours = Array(state.batch?.window(at: state.batchIndex) ?? [])
        var wanted = neighbours.filter { identifier in
            guard let other = identityMap[identifier] else { return true }
            return other.isFault
        }
        if wanted.first != state.identifier { wanted = [state.identifier] + wanted.filter { $0 != state.identifier } }
        let rows = try salvaging {
            try store.rows(for: wanted, editing)
        } or: {
            try store.salvagedRows(for: wanted, editing)
        }
        state.batch?.keep(rows.filter { identityMap[$0.key] == nil }, generation: generation)
        for (identifier, row) in rows {
            guard let filled = identityMap[identifier] else { continue }
            filled.fill(from: row)
            // Updates of other stores are whole rows, which a value that stands in must not get into.
            if store.isTrusted { filled.standIn() }
        }
        if rows[state.identifier] == nil { vanish(state) }
    }

    /// A getter cannot throw, and one damaged row must not take its neighbours along: what can be read is read.
    private func salvaging<Rows>(_ read: () throws -> Rows, or salvage: () throws -> Rows) throws -> Rows {
        do {
            return try read()
        } catch let error as StoreError where error.code == .corruptRow || error.code == .misbehavingStore {
            log.error("a fault is damaged, and what cannot be read has a value that stands in: \(error)")
            return try salvage()
        }
    }

    private func loadToMany(_ state: ModelState, slot: Int) throws {
        guard let store = core.store(of: state.identifier) else { return vanish(state) }
        if let members = state.batch?.members(of: state.identifier, slot: slot, generation: generation) {
            return state.take(members, slot: slot)
        }
        let identifiers = [state.identifier] + neighbours(of: state, slot: slot)
        let related = try salvaging {
            try store.relatedRows(slot: slot, of: state.layout, owners: identifiers, editing)
        } or: {
            try store.salvagedRelatedRows(slot: slot, of: state.layout, owners: identifiers, editing)
        }
        let all = identifiers.flatMap { related[$0] ?? [] }
        let batch = FaultBatch(all.map(\.persistentIdentifier))
        batch.keep(
            Dictionary(all.map { ($0.persistentIdentifier, $0) }) { first, _ in first },
            generation: generation
        )
        var start = 0
        for identifier in identifiers {
            // Where a row cannot be read, its members are not known.
            guard let rows = related[identifier] ?? (store.isTrusted ? [] : nil) else { continue }
            let members = FaultBatch.Members(
                identifiers: rows.map(\.persistentIdentifier),
                batch: batch,
                start: start
            )
            start += rows.count
            if let owner = identityMap[identifier] {
                owner.take(members, slot: slot)
            } else {
                state.batch?.keep(members, of: identifier, slot: slot, generation: generation)
            }
        }
    }

    /// The owners whose relationship is loaded along.
    private func neighbours(of state: ModelState, slot: Int) -> [PersistentIdentifier] {
        guard let batch = state.batch else { return [] }
        let isWalk = batch.isWalk(slot: slot)
        return batch.window(at: state.batchIndex).filter { identifier in
            guard identifier != state.identifier else { return false }
            if let other = identityMap[identifier] { return other.layout === state.layout && other.isUnloaded(slot) }
            return isWalk && identifier.entityName == state.layout.entityName && !identifier.isTemporary
                && batch.members(of: identifier, slot: slot, generation: generation) == nil
        }
    }

    /// A row turned out to be gone.
    package func vanish(_ state: ModelState) {
        observers?.leave(state)
        identityMap.forget(state.identifier, state)
        state.vanish()
        forgetPending(state)
    }

    /// The model that a to-one relationship leads to; it loads when it is read.
    package func destination(_ identifier: PersistentIdentifier, of state: ModelState, slot: Int)
        -> (any PersistentModel)?
    {
        if let registered = identityMap[identifier.resolved]?.model { return registered }
        guard !isForgotten(identifier) else { return nil }
        guard let source = state.batch else { return model(for: identifier) }
        let batch = source.toOneBatch(slot: slot) { [self] in
            var seen = Set<PersistentIdentifier>()
            return source.identifiers.compactMap { identifier in
                guard let state = identityMap[identifier], state.layout.properties.indices.contains(slot),
                    case .identifier(let destination) = state.values[slot], seen.insert(destination).inserted
                else { return nil }
                return destination
            }
        }
        return model(for: identifier, batch: batch, index: batch.position(of: identifier))
    }

    /// Whether an identifier is that of a model that was never saved and has left the context.
    package func isForgotten(_ identifier: PersistentIdentifier) -> Bool {
        guard identifier.isTemporary else { return false }
        let resolved = identifier.resolved
        return resolved.isTemporary && identityMap[resolved] == nil
    }

    /// The models of a to-many relationship, in order.
    package func destinations(_ identifiers: [PersistentIdentifier], of state: ModelState, slot: Int)
        -> [any PersistentModel]
    {
        let (batch, start) = state.toManyBatches[slot] ?? (FaultBatch(identifiers), 0)
        if state.toManyBatches[slot] == nil { state.toManyBatches[slot] = (batch, 0) }
        return identifiers.enumerated().compactMap { offset, identifier in
            guard !isForgotten(identifier) else { return nil }
            guard let model = model(for: identifier, batch: batch, index: start + offset) else { return nil }
            return model._$modelState.phase == .gone ? nil : model
        }
    }
}

extension ModelState {
    /// Whether nothing of the row has been read.
    package var isFault: Bool {
        zip(layout.properties, values).contains { property, value in
            if case .toMany = property.shape { return false }
            if case .unloaded = value { return true }
            return false
        }
    }

    /// Whether the model still has a row where others may have deleted it: what they did is known when the row is read.
    func isThereAfterOthersChanges() -> Bool {
        guard phase == .registered, !lastKnown.isEmpty,
            let unread = values.indices.first(where: { !isToMany($0) && isUnloaded($0) })
        else { return true }
        unit?.load(self, slot: unread)
        return phase == .registered
    }

    /// Takes the members of a to-many relationship as they were loaded.
    fileprivate func take(_ members: FaultBatch.Members, slot: Int) {
        fillToMany(slot, members.identifiers)
        toManyBatches[slot] = (members.batch, members.start)
    }

    package func isUnloaded(_ slot: Int) -> Bool {
        if case .unloaded = values[slot] { true } else { false }
    }

    /// Fills what was not fetched.
    package func fill(from row: DefaultSnapshot) {
        guard row.layout === layout else { return }
        if lock == DefaultSnapshot.unknownLock { lock = row.lock }
        for slot in values.indices {
            if case .unloaded = row.values[slot] { continue }
            if case .identifiers(let members) = row.values[slot] {
                // What was added to it, or taken from it, before it was read is joined.
                if isUnloaded(slot) { fillToMany(slot, members) }
                continue
            }
            if case .unloaded = values[slot] {
                if let change = changes?.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty {
                    // Some stores answer the members with the row.
                    if case .identifiers(let stored) = row.values[slot] {
                        fillToMany(slot, stored)
                    } else {
                        fillToMany(slot, [])
                    }
                } else {
                    values[slot] = row.values[slot]
                }
            }
            if let changes, case .unloaded = changes.original[slot] { changes.original[slot] = row.values[slot] }
        }
    }

    /// Fills a to-many relationship with what the store has, joined with unsaved changes.
    package func fillToMany(_ slot: Int, _ stored: [PersistentIdentifier]) {
        var members = stored
        if let changes {
            if case .unloaded = changes.original[slot] { changes.original[slot] = .identifiers(stored) }
            if let change = changes.toMany[slot] {
                let there = Set(stored)
                // What others have done already is no change any more.
                changes.toMany[slot]?.added.removeAll { there.contains($0) }
                changes.toMany[slot]?.removed.removeAll { !there.contains($0) }
                let removed = Set(change.removed)
                members.removeAll { removed.contains($0) }
                members.append(contentsOf: change.added.filter { !there.contains($0) })
            }
        }
        values[slot] = .identifiers(members)
    }
}
