/// Loads the row of a model, and the rows of the models that were fetched with it.
///
/// Changes: the states, and the rows that their batch keeps; a state whose row is deleted vanishes. Asks: the stores;
/// the identity map; the generation.
struct RowLoading {
    let unit: UnitOfWork
    let state: ModelState
    /// The requested slot.
    let slot: Int

    /// - Throws: The error of the store.
    func load() throws {
        guard let store = unit.core.store(of: state.identifier) else { return unit.vanishing.vanish(state) }
        if let row = state.batch?.row(state.identifier, at: state.batchIndex, generation: unit.generation) {
            state.filling.fill(from: row)
            if !state.reading.hasUnreadValues { return }
        }
        let wanted = wanted()
        unit.noteFault(state, slot: slot, modelCount: wanted.count)
        let (rows, damage) = try SalvagingRead.run { try store.rows(for: wanted, salvaging: $0, unit.editing) }
        var hasRow = false
        for index in 0..<rows.count {
            let identifier = rows.identifiers[index]
            let registered = unit.identityMap[identifier]
            if let registered {
                take(rows.row(at: index), registered, damage)
            } else {
                state.batch?.keep(rows.row(at: index), of: identifier, generation: unit.generation)
            }
            guard identifier == state.identifier else { continue }
            hasRow = true
            // Its deinitialiser may be running, and another model have taken its place.
            if registered !== state { take(rows.row(at: index), state, damage) }
        }
        guard !hasRow else { return }
        // A row so damaged that it cannot be salvaged is there all the same, which this says.
        if damage != nil, try store.rows(for: [state.identifier], salvaging: false, unit.editing).count > 0 { return }
        unit.vanishing.vanish(state)
    }

    /// The rows to read: the model's own first, and the rows of its neighbours that are not fully in memory.
    private func wanted() -> [PersistentIdentifier] {
        let neighbours = state.batch.map { Array($0.window(at: state.batchIndex)) } ?? []
        let wanted = neighbours.filter { unit.identityMap[$0]?.reading.hasUnreadValues ?? true }
        if wanted.first == state.identifier { return wanted }
        return [state.identifier] + wanted.filter { $0 != state.identifier }
    }

    /// Gives a model the values of its row.
    /// - Parameter damage: The error of a row whose other values could be read.
    private func take(_ row: LoadedRow, _ state: ModelState, _ damage: StoreError?) {
        state.filling.fill(from: row)
        if let damage { noteDamage(damage, of: state) }
    }

    /// Notes the damaged values of a row whose other values could be read.
    private func noteDamage(_ error: StoreError, of state: ModelState) {
        for property in state.layout.properties where !property.isToMany && !property.isEphemeral {
            guard state.isUnloaded(property.slot), !state.standIns.isShown(property.slot) else { continue }
            let isNamed = error.persistentModelID == state.identifier && error.propertyName == property.name
            let cause =
                isNamed ? error : state.standIns.unreadable(property.slot, "the stored value is damaged.", error)
            unit.failures.note(cause, of: state, slot: property.slot, isDamage: true)
        }
    }
}
