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
                    state.reload(from: row)
                    reread.append(state)
                } else {
                    state.unload()
                    state.fill(from: row)
                }
            } else if isReadAtOnce(state) {
                waiting[state.identifier.storeIdentifier ?? "", default: []].append(state)
            } else {
                state.unload()
            }
        }
        for state in reread { state.rejoinEdits() }
        defer { unit.displacedEdits.followRulesAgain(states.filter { $0.phase == .deleted }) }
        for states in waiting.values {
            guard let first = states.first, let store = unit.core.store(of: first.identifier) else { continue }
            do {
                let rows = try store.rows(for: states.map(\.identifier), salvaging: false, unit.editing).byIdentifier
                for state in states {
                    guard let row = rows[state.identifier] else {
                        unit.vanishing.vanish(state)
                        continue
                    }
                    state.reload(from: row)
                }
                for state in states { state.rejoinEdits() }
            } catch {
                unit.inbox.readAgain(states.map(\.identifier), after: error)
                // Their values are out of date and must not be the base of an edit.
                for state in states {
                    state.unloadUnedited()
                    unit.failures.note(error, of: state, slot: state.unreadSlot ?? 0)
                }
            }
        }
    }

    /// True if the row of a model is read at once, and not when a value is asked for: the model may be observed, or its
    /// edits or its deletion may be based on an older row.
    private func isReadAtOnce(_ state: ModelState) -> Bool {
        state.changes != nil || state.mayBeObserved || unit.merging.policy == .error && state.phase == .deleted
    }
}

extension ModelState {
    package func isToMany(_ slot: Int) -> Bool {
        layout.properties[slot].isToMany
    }

    /// Becomes a fault. The values that were read are kept for the case that the row turns out to be gone.
    fileprivate func unload() { whileHeld { becomeFault() } }

    private func becomeFault() {
        var known = values
        // A value that is unread already has an older last known value.
        for slot in known.indices where isUnloaded(slot) && lastKnown.indices.contains(slot) {
            known[slot] = lastKnown[slot]
        }
        lastKnown = known
        lock = DefaultSnapshot.unknownLock
        for slot in values.indices where !layout.properties[slot].isEphemeral { values[slot] = .unloaded }
    }

    /// Becomes a fault but for its edits, after its row could not be read again.
    fileprivate func unloadUnedited() { whileHeld { becomeFaultButForEdits() } }

    private func becomeFaultButForEdits() {
        guard phase == .registered || phase == .deleted else { return }
        var known = values
        for slot in known.indices where isUnloaded(slot) && lastKnown.indices.contains(slot) {
            known[slot] = lastKnown[slot]
        }
        lastKnown = known
        for slot in values.indices where !layout.properties[slot].isEphemeral {
            guard changes?.slots.contains(slot) != true else { continue }
            values[slot] = .unloaded
            changes?.original[slot] = .unloaded
            toManyBatches[slot] = nil
        }
    }

    /// Takes the values of a row that was read again. To-many relationships are read anew too.
    fileprivate func reload(from row: DefaultSnapshot) {
        whileHeld { rereadRow(from: row) }
    }

    private func rereadRow(from row: DefaultSnapshot) {
        let shown = failedReads?.shown ?? []
        refresh(with: row)
        // The program has not asked for it: what it has seen before is what it knows.
        for slot in shown where !isToMany(slot) && phase == .registered && changes?.slots.contains(slot) != true {
            madeFailedReads.shown.insert(slot)
            values[slot] = .unloaded
        }
        for slot in values.indices where isToMany(slot) && !(changes?.slots.contains(slot) ?? false) {
            mutateObserved(slot) { values[slot] = .unloaded }
        }
    }

    /// Joins the edits of to-many relationships with the members in the store. Members that both have keep their order
    /// in this context; the members that other writers have added come after them.
    fileprivate func rejoinEdits() { whileHeld { rejoinToManyEdits() } }

    private func rejoinToManyEdits() {
        guard phase == .registered, let changes else { return }
        for slot in changes.slots.sorted() where isToMany(slot) {
            let before = values[slot]
            var mine: [PersistentIdentifier] = []
            if case .identifiers(let members) = before { mine = members }
            changes.original[slot] = .unloaded
            toManyBatches[slot] = nil
            mutateObserved(slot) {
                values[slot] = .unloaded
                // If it cannot be read now, it is joined when it can.
                guard case .identifiers(let joined) = value(at: slot) else { return }
                let present = Set(joined)
                let known = Set(mine)
                values[slot] = .identifiers(mine.filter(present.contains) + joined.filter { !known.contains($0) })
                if joined.isEmpty, mine.isEmpty { values[slot] = before }
            }
        }
    }
}
