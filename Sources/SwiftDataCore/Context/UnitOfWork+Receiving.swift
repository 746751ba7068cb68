import OrderedCollections

extension UnitOfWork {
    /// Takes in what other contexts of the container have saved: unchanged models become faults again, changed ones
    /// keep their edits, deleted ones are let go.
    package func receive() {
        guard !isWriting else { return }
        // Before they are taken: one that comes in between is not counted as seen.
        seenDeliveries = core.deliveryCount
        noteUntold()
        let waiting = mailbox.takeAll()
        guard var delivery = waiting ?? (unrefreshed.isEmpty ? nil : ContextMailbox.Delivery()) else { return }
        delivery.updated.append(contentsOf: unrefreshed)
        unrefreshed = []
        take(delivery)
    }

    /// Brings the models in line with a delivery.
    func take(_ delivery: ContextMailbox.Delivery) {
        var delivery = delivery
        generation += 1
        completeForObservers(&delivery)
        for identifier in delivery.deleted {
            if let state = identityMap[identifier] { vanish(state) }
        }
        forgetReferences(to: delivery.deleted)
        if delivery.everything {
            forgetVanished()
            reload(identityMap.all.filter { $0.phase == .registered || $0.phase == .deleted })
        } else {
            var seen = Set<PersistentIdentifier>()
            reload(delivery.updated.filter { seen.insert($0).inserted }.compactMap { identityMap[$0] }, delivery.rows)
        }
        rereadRelationships(with: delivery.joined)
        settleRelationships()
        settleOwners()
        tellObservers(of: delivery)
        announceConflicts()
    }

    /// Takes what has no row any more out of unsaved edits, where it is not known which rows have gone.
    private func forgetVanished() {
        var edited: Set<PersistentIdentifier> = []
        for state in Array(inserted.values) + Array(changed.values) {
            for value in state.values {
                switch value {
                case .identifier(let identifier): edited.insert(identifier.resolved)
                case .identifiers(let members): edited.formUnion(members.map(\.resolved))
                default: continue
                }
            }
        }
        for (_, identifiers) in Dictionary(
            grouping: edited.filter { !$0.isTemporary },
            by: { $0.storeIdentifier ?? "" }
        ) {
            guard let first = identifiers.first, let store = core.store(of: first) else { continue }
            do {
                let rows = try store.salvagedRows(for: identifiers, editing)
                let gone = identifiers.filter { rows[$0] == nil }
                for state in gone.compactMap({ identityMap[$0] }) { vanish(state) }
                forgetReferences(to: gone)
            } catch {
                log.error("\(identifiers.count) models could not be looked up: \(error)")
            }
        }
    }

    /// Whether a model cannot wait for its row until it is read: its edits, or its deletion, may be on an older one.
    private func isReadAtOnce(_ state: ModelState) -> Bool {
        state.changes != nil || state.mayBeObserved || mergePolicy == .error && state.phase == .deleted
    }

    /// Makes models read their rows again: at once, and together, where they may be observed or have edits, else when
    /// they are read.
    private func reload(_ states: [ModelState], _ known: [PersistentIdentifier: DefaultSnapshot] = [:]) {
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
        defer { followRulesAgain(states.filter { $0.phase == .deleted }) }
        for states in waiting.values {
            guard let first = states.first, let store = core.store(of: first.identifier) else { continue }
            do {
                let rows = try store.rows(for: states.map(\.identifier), editing)
                for state in states {
                    if let row = rows[state.identifier] { state.reload(from: row) } else { vanish(state) }
                }
                for state in states { state.rejoinEdits() }
            } catch {
                log.error("\(states.count) models could not be refreshed, which is tried again: \(error)")
                unrefreshed.append(contentsOf: states.map(\.identifier))
                refreshFailure = error
            }
        }
    }
}

extension ModelState {
    package func isToMany(_ slot: Int) -> Bool {
        layout.properties[slot].isToMany
    }

    /// Becomes a fault. What was read stays for the case that the row turns out to be gone.
    fileprivate func unload() {
        var known = values
        // What is a fault already was last known before that.
        for slot in known.indices where isUnloaded(slot) && lastKnown.indices.contains(slot) {
            known[slot] = lastKnown[slot]
        }
        lastKnown = known
        lock = DefaultSnapshot.unknownLock
        for slot in values.indices where !layout.properties[slot].isEphemeral { values[slot] = .unloaded }
    }

    /// Takes the values of a row that was read again. To-many relationships are read anew too.
    fileprivate func reload(from row: DefaultSnapshot) {
        refresh(with: row)
        for slot in values.indices where isToMany(slot) && !(changes?.slots.contains(slot) ?? false) {
            mutateObserved(slot) { values[slot] = .unloaded }
        }
    }

    /// Joins the edits of to-many relationships with what the store has now. What both have keeps the order that it has
    /// here, what others have added comes after it.
    fileprivate func rejoinEdits() {
        guard phase == .registered, let changes else { return }
        for slot in changes.slots.sorted() where isToMany(slot) {
            let before = values[slot]
            var mine: [PersistentIdentifier] = []
            if case .identifiers(let members) = before { mine = members }
            changes.original[slot] = .unloaded
            toManyBatches[slot] = nil
            mutateObserved(slot) {
                values[slot] = .unloaded
                guard case .identifiers(let joined) = value(at: slot) else { return }
                let present = Set(joined)
                let known = Set(mine)
                values[slot] = .identifiers(mine.filter(present.contains) + joined.filter { !known.contains($0) })
                if joined.isEmpty, mine.isEmpty { values[slot] = before }
            }
        }
    }
}
