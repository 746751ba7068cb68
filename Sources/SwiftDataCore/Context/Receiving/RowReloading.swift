/// Reads the rows of models again, after other writers have changed them.
///
/// Changes: the states; the rows that the inbox is to read again. Asks: the stores; the policy for concurrent edits.
struct RowReloading {
    let unit: UnitOfWork

    /// Makes models read their rows again: at once, and together, where they may be observed or have edits, else when
    /// they are read.
    func reload(_ states: [ModelState], _ known: [PersistentIdentifier: DefaultSnapshot] = [:]) {
        var waiting: [String: [ModelState]] = [:]
        var reread: [ModelState] = []
        for state in states {
            if let row = known[state.identifier] {
                if isReadAtOnce(state) {
                    state.rereading.reload(from: row)
                    reread.append(state)
                } else {
                    state.faulting.unload()
                    state.filling.fill(from: row)
                }
            } else if isReadAtOnce(state) {
                waiting[state.identifier.storeIdentifier ?? "", default: []].append(state)
            } else {
                state.faulting.unload()
            }
        }
        for state in reread { state.rereading.rejoinEdits() }
        defer { unit.displacedEdits.followRulesAgain(states.filter { $0.phase == .deleted }) }
        for states in waiting.values {
            guard let first = states.first, let store = unit.core.store(of: first.identifier) else { continue }
            do {
                let rows = try ContextCall.withoutStop {
                    try store.rows(for: states.map(\.identifier), salvaging: false, unit.editing).byIdentifier
                }
                for state in states {
                    guard let row = rows[state.identifier] else {
                        unit.vanishing.vanish(state)
                        continue
                    }
                    state.rereading.reload(from: row)
                }
                for state in states { state.rereading.rejoinEdits() }
            } catch {
                unit.inbox.readAgain(states.map(\.identifier), after: error)
                // Their values are out of date and must not be the base of an edit.
                for state in states {
                    state.faulting.unloadUnedited()
                    unit.failures.note(error, of: state, slot: state.reading.unreadSlot ?? 0)
                }
            }
        }
    }

    /// True if the row of a model is read at once, and not when a value is asked for: the model may be observed, or its
    /// edits or its deletion may be based on an older row.
    private func isReadAtOnce(_ state: ModelState) -> Bool {
        state.changes != nil || state.observing.mayBeObserved
            || unit.merging.policy == .error && state.phase == .deleted
    }
}
