/// Brings the models of a save in line with their rows: identifiers, counters, and edits that were written.
///
/// Changes the models and the identity map. ``TakeOverStep`` and ``NewRow`` decide.
struct RowTakeOver {
    let unit: UnitOfWork

    /// Gives all new models their identifiers first: a model that an upsert joined to an earlier row may refer to another
    /// such model. Returns the upserts.
    /// - Parameter twins: The rows of which models were made while the stores wrote.
    func giveIdentifiers(
        _ writing: JointWriting,
        _ twins: Set<PersistentIdentifier>,
        _ later: inout LaterChanges
    ) -> [Upsert] {
        var upserts: [Upsert] = []
        for (part, answer) in writing.results {
            part.letRowsGo()
            for (place, state) in part.inserted.enumerated() {
                guard let permanent = answer.permanent(of: later.identifier(of: state), at: place) else { continue }
                let owner = later.owner(of: state, permanent)
                if owner !== state { part.replaceInserted(at: place, by: owner) }
                if let upsert = register(owner, permanent, part.store.facts, twins, &later) { upserts.append(upsert) }
            }
        }
        return upserts
    }

    /// Gives a new model its identifier. Returns the models to be joined where another model has it already.
    private func register(
        _ state: ModelState,
        _ permanent: PersistentIdentifier,
        _ facts: StoreFacts,
        _ twins: Set<PersistentIdentifier>,
        _ later: inout LaterChanges
    ) -> Upsert? {
        let mayJoin = NewRow.mayJoin(facts, hasUniqueValues: state.layout.hasUniqueValues)
        let isMadeInFlight = !twins.isEmpty && twins.contains(permanent)
        // Other new models need no look into the map.
        let known = mayJoin || isMadeInFlight ? unit.identityMap[permanent] : nil
        let row = NewRow(isKnown: known != nil && known !== state, isMadeInFlight: isMadeInFlight, mayJoin: mayJoin)
        if row == .absorbs, let known { later.absorb(known, into: state) }
        if case .temporary(let key) = state.identifier.id.key { key.permanent = permanent }
        // Which takes it out of the identity map.
        state.identifier = permanent
        state.move(to: .registered)
        if row == .joins, let known { return Upsert(newcomer: state, existing: known) }
        unit.identityMap.register(state)
        return nil
    }

    /// Brings the models of one store in line with their rows.
    func bringInLine(_ part: PlannedSave.Part, _ outcome: SaveOutcome, isWhole: Bool, _ later: inout LaterChanges) {
        let countsLocks = part.store.facts.contains(.countsLocks)
        for state in part.inserted {
            state.references.remapIdentifiers()
            let step = TakeOverStep(
                .inserted,
                phase: state.phase,
                lock: state.lock,
                reported: nil,
                countsLocks: countsLocks,
                isWhole: isWhole
            )
            apply(step, to: state, isNew: true, &later)
        }
        for state in part.updated { state.references.remapIdentifiers() }
        for state in part.updated {
            let step = TakeOverStep(
                .updated,
                phase: state.phase,
                lock: state.lock,
                reported: outcome.locks[state.identifier],
                countsLocks: countsLocks,
                isWhole: isWhole
            )
            apply(step, to: state, isNew: false, &later)
        }
        for state in part.deleted {
            unit.identityMap.forget(state.identifier, state)
            state.move(to: .gone)
        }
    }

    private func apply(_ step: TakeOverStep, to state: ModelState, isNew: Bool, _ later: inout LaterChanges) {
        switch step.edits {
        case .leave: break
        case .forget: state.forgetChanges()
        case .compare: later.rebase(state, isNew: isNew)
        }
        state.noteLock(step.lock)
    }

    /// Takes over the optimistic-lock counters of rows that a save has written although it was of other models, as far
    /// as their models have the previous counters of the rows.
    func noteLocks(_ outcome: SaveOutcome, of parts: [PlannedSave.Part]) {
        guard !outcome.locks.isEmpty else { return }
        let saved = Set(parts.flatMap { $0.inserted + $0.updated }.map { ObjectIdentifier($0) })
        for (identifier, lock) in outcome.locks {
            guard let state = unit.identityMap[identifier], !saved.contains(ObjectIdentifier(state)),
                let newest = TakeOverStep.lock(ofOther: state.lock, reported: lock)
            else { continue }
            state.noteLock(newest)
        }
    }
}
