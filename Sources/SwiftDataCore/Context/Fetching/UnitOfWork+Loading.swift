import OrderedCollections

// Faults: what was not fetched is loaded when it is read, together with the neighbours'.

extension UnitOfWork {
    /// Loads a slot that was not fetched.
    ///
    /// If it cannot be read, it stays as it is, and the failure is noted. A slot for which a getter has returned a
    /// stand-in is left to the next getter, and damage is checked again when rows may have changed.
    package func load(_ state: ModelState, slot: Int) {
        if let failed = state.failedReads {
            if failed.shown.contains(slot) { return }
            if failed.damaged[slot] != nil, failed.damagedGeneration == generation { return }
        }
        attempt(state, slot: slot)
    }

    /// Tries to read a slot, whatever has become of it before.
    func attempt(_ state: ModelState, slot: Int) {
        // A model that is to be written as a new one has no row.
        guard state.phase != .inserted else { return }
        do {
            if case .toMany = state.layout.properties[slot].shape {
                // The cascades may have read it.
                followCascades()
                guard state.isUnloaded(slot) else { return }
                try loadToMany(state, slot: slot)
                guard state.isUnloaded(slot), !state.standIns.isShown(slot), state.phase != .gone else { return }
                let cause = state.standIns.unreadable(slot, "the store did not tell the members.", nil)
                // It has answered: the owner's row is damaged.
                noteFailure(cause, of: state, slot: slot, isDamage: true)
            } else {
                try loadRow(state, slot: slot)
            }
        } catch {
            noteFailure(error, of: state, slot: slot)
        }
    }

    private func loadRow(_ state: ModelState, slot: Int) throws {
        guard let store = core.store(of: state.identifier) else { return vanish(state) }
        if let row = state.batch?.row(state.identifier, at: state.batchIndex, generation: generation) {
            state.filling.fill(from: row)
            if !state.reading.hasUnreadValues { return }
        }
        let neighbours = state.batch.map { Array($0.window(at: state.batchIndex)) } ?? []
        var wanted = neighbours.filter { identifier in
            guard let other = identityMap[identifier] else { return true }
            return other.reading.hasUnreadValues
        }
        if wanted.first != state.identifier { wanted = [state.identifier] + wanted.filter { $0 != state.identifier } }
        var damage: (any Error)?
        let rows = try salvaging {
            try store.rows(for: wanted, salvaging: false, editing)
        } or: { error in
            damage = error
            return try store.rows(for: wanted, salvaging: true, editing)
        }
        var hasRow = false
        for index in 0..<rows.count {
            let identifier = rows.identifiers[index]
            let registered = identityMap[identifier]
            if let registered { take(rows.row(at: index), registered, damage) }
            if registered == nil { state.batch?.keep(rows.row(at: index), of: identifier, generation: generation) }
            guard identifier == state.identifier else { continue }
            hasRow = true
            // Its deinitialiser may be running, and another model have taken its place.
            if registered !== state { take(rows.row(at: index), state, damage) }
        }
        if !hasRow {
            // A row so damaged that it cannot be salvaged is there all the same, which this says.
            if damage != nil, try store.rows(for: [state.identifier], salvaging: false, editing).count > 0 { return }
            vanish(state)
        }
    }

    /// Gives a model the values of its row.
    /// - Parameter damage: The error of a row whose other values could be read.
    private func take(_ row: LoadedRow, _ state: ModelState, _ damage: (any Error)?) {
        state.filling.fill(from: row)
        if let damage { noteDamage(damage, of: state) }
    }

    /// Notes the damaged values of a row whose other values could be read.
    private func noteDamage(_ error: any Error, of state: ModelState) {
        for property in state.layout.properties where !property.isToMany && !property.isEphemeral {
            guard state.isUnloaded(property.slot), !state.standIns.isShown(property.slot) else { continue }
            let isNamed =
                (error as? StoreError)?.persistentModelID == state.identifier
                && (error as? StoreError)?.propertyName == property.name
            let cause =
                isNamed ? error : state.standIns.unreadable(property.slot, "the stored value is damaged.", error)
            noteFailure(cause, of: state, slot: property.slot, isDamage: true)
        }
    }

    /// A getter cannot throw, and one damaged row must not take its neighbours along: every readable value is read.
    private func salvaging<Rows>(_ read: () throws -> Rows, or salvage: (StoreError) throws -> Rows) throws -> Rows {
        do {
            return try read()
        } catch let error as StoreError where error.code == .corruptRow || error.code == .misbehavingStore {
            return try salvage(error)
        }
    }

    private func loadToMany(_ state: ModelState, slot: Int) throws {
        guard let store = core.store(of: state.identifier) else { return vanish(state) }
        if let members = state.batch?.members(of: state.identifier, slot: slot, generation: generation) {
            return state.filling.take(members, slot: slot)
        }
        let identifiers = [state.identifier] + neighbours(of: state, slot: slot)
        let found = try memberBatch(of: identifiers, state, slot: slot, from: store)
        take(found, of: identifiers, state, slot: slot)
        // So many members that those of other owners have come first.
        if identifiers.count > 1, found.ranges.first == .some(nil) {
            take(
                try memberBatch(of: [state.identifier], state, slot: slot, from: store),
                of: [state.identifier],
                state,
                slot: slot
            )
        }
    }

    /// The members of the relationship for some owners.
    private func memberBatch(
        of owners: [PersistentIdentifier],
        _ state: ModelState,
        slot: Int,
        from store: any StoreAccess
    ) throws -> MemberBatch {
        func read(salvaging: Bool) throws -> MemberBatch {
            try store.members(
                slot,
                of: state.layout,
                owners: owners,
                salvaging: salvaging,
                limit: FaultBatch.memberLimit,
                editing
            )
        }
        return try salvaging {
            try read(salvaging: false)
        } or: { _ in
            try read(salvaging: true)
        }
    }

    private func take(_ found: MemberBatch, of owners: [PersistentIdentifier], _ state: ModelState, slot: Int) {
        let batch = FaultBatch(found.rows, generation: generation)
        for (owner, range) in zip(owners, found.ranges) {
            guard let range else { continue }
            take(FaultBatch.Members(batch: batch, range: range), of: owner, state, slot: slot)
        }
    }

    /// Gives members to their owner, or keeps them for it.
    private func take(_ members: FaultBatch.Members, of owner: PersistentIdentifier, _ state: ModelState, slot: Int) {
        if let owner = identityMap[owner] {
            owner.filling.take(members, slot: slot)
        } else {
            state.batch?.keep(members, of: owner, slot: slot, generation: generation)
        }
    }

    /// The owners whose relationship is loaded along.
    private func neighbours(of state: ModelState, slot: Int) -> [PersistentIdentifier] {
        guard let batch = state.batch else { return [] }
        let loads = batch.countLoad(slot: slot)
        let isWalk = loads > 0
        let window = batch.window(at: state.batchIndex, width: isWalk ? FaultBatch.wideWidth : FaultBatch.width)
        return window.filter { identifier in
            guard identifier != state.identifier else { return false }
            if let other = identityMap[identifier] { return other.layout === state.layout && other.isUnloaded(slot) }
            return isWalk && identifier.entityName == state.layout.entityName && !identifier.isTemporary
                && batch.members(of: identifier, slot: slot, generation: generation) == nil
        }
    }

    /// A row turned out to be gone.
    package func vanish(_ state: ModelState) {
        noteLostEdits(of: state)
        observers?.leave(state)
        identityMap.forget(state.identifier, state)
        state.faulting.vanish()
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
            return FaultBatch(
                source.identifiers.compactMap { identifier in
                    guard let state = identityMap[identifier], state.layout.properties.indices.contains(slot),
                        case .identifier(let destination) = state.values[slot], seen.insert(destination).inserted
                    else { return nil }
                    return destination
                }
            )
        }
        return model(for: identifier, batch: batch, index: batch.position(of: identifier))
    }

    /// True if an identifier is that of a model that was never saved and has left the context.
    package func isForgotten(_ identifier: PersistentIdentifier) -> Bool {
        guard identifier.isTemporary else { return false }
        let resolved = identifier.resolved
        return resolved.isTemporary && identityMap[resolved] == nil
    }

    /// The models of a to-many relationship, in order.
    package func destinations(_ identifiers: [PersistentIdentifier], of state: ModelState, slot: Int)
        -> [any PersistentModel]
    {
        var models: [any PersistentModel] = []
        models.reserveCapacity(identifiers.count)
        eachDestination(identifiers, of: state, slot: slot) { model, _ in models.append(model) }
        return models
    }

    /// Hands over each model of a to-many relationship with its state, in order.
    func eachDestination(
        _ identifiers: [PersistentIdentifier],
        of state: ModelState,
        slot: Int,
        _ body: (any PersistentModel, ModelState) -> Void
    ) {
        let known = state.toManyBatches[slot]
        let (batch, start) = known ?? (FaultBatch(identifiers), 0)
        if known == nil { state.toManyBatches[slot] = (batch, 0) }
        for (offset, identifier) in identifiers.enumerated() {
            guard !isForgotten(identifier), let found = found(identifier, batch: batch, index: start + offset),
                found.state.phase != .gone
            else { continue }
            body(found.model, found.state)
        }
    }
}
