import OrderedCollections

extension UnitOfWork {
    /// Takes in what other contexts of the container have saved: unchanged models become faults again, changed ones
    /// keep their edits, deleted ones are let go.
    package func receive() {
        guard !saveRun.isWriting, let delivery = inbox.takeAll(core) else { return }
        take(delivery)
    }

    /// Brings the models in line with a delivery.
    func take(_ delivery: ContextMailbox.Delivery) {
        var delivery = delivery
        clock.noteNewRows()
        completeForObservers(&delivery)
        for identifier in delivery.deleted {
            if let state = identityMap[identifier] { vanish(state) }
        }
        forgetReferences(to: delivery.deleted)
        let hasUnknownPartners = inbox.takePartnersToLookUp()
        if delivery.everything || hasUnknownPartners { forgetVanished() }
        if delivery.everything {
            if delivery.isIncomplete { letVanishedGo() }
            reload(identityMap.all.filter { $0.phase == .registered || $0.phase == .deleted })
        } else {
            var seen = Set<PersistentIdentifier>()
            reload(delivery.updated.filter { seen.insert($0).inserted }.compactMap { identityMap[$0] }, delivery.rows)
        }
        rereadRelationships(with: delivery.joined)
        alignDisplacedEdits()
        alignOwners()
        tellObservers(of: delivery)
        announceConflicts()
        announceReadFailures()
    }

    /// Takes what has no row any more out of unsaved edits, where it is not known which rows have gone.
    private func forgetVanished() {
        var edited: Set<PersistentIdentifier> = []
        for state in Array(pending.inserted.values) + Array(pending.changed.values) {
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
                let gone = try gone(identifiers, store)
                for state in gone.compactMap({ identityMap[$0] }) { vanish(state) }
                forgetReferences(to: gone)
            } catch {
                log.error("\(identifiers.count) models could not be looked up, which is tried again: \(error)")
                inbox.lookUpPartnersAgain()
            }
        }
    }

    /// The identifiers, out of some, that have no row. A row that is so damaged that it cannot be salvaged is there.
    private func gone(
        _ identifiers: [PersistentIdentifier],
        _ store: any StoreAccess
    ) throws -> [PersistentIdentifier] {
        let found = Set(try store.rows(for: identifiers, salvaging: true, editing).identifiers)
        return try identifiers.filter { identifier in
            guard !found.contains(identifier) else { return false }
            do {
                return try store.rows(for: [identifier], salvaging: false, editing).count == 0
            } catch let error as StoreError where error.code == .corruptRow || error.code == .misbehavingStore {
                return false
            }
        }
    }

    /// Lets go of models whose rows are gone, where it is not known which rows were deleted.
    private func letVanishedGo() {
        let states = identityMap.all.filter { $0.phase == .registered || $0.phase == .deleted }
        for (_, states) in Dictionary(grouping: states, by: { $0.identifier.storeIdentifier ?? "" }) {
            guard let first = states.first, let store = core.store(of: first.identifier) else { continue }
            // Not all rows at once: there may be as many as the context has models.
            for start in stride(from: 0, to: states.count, by: 500) {
                let some = states[start..<min(start + 500, states.count)]
                do {
                    let gone = try gone(some.map(\.identifier), store)
                    for state in gone.compactMap({ identityMap[$0] }) { vanish(state) }
                    forgetReferences(to: gone)
                } catch {
                    log.error("\(some.count) models could not be looked up, which is tried again: \(error)")
                    inbox.lookUpModelsAgain()
                }
            }
        }
    }

    /// True if the row of a model is read at once, and not when a value is asked for: the model may be observed, or its
    /// edits or its deletion may be based on an older row.
    private func isReadAtOnce(_ state: ModelState) -> Bool {
        state.changes != nil || state.observing.mayBeObserved || merging.policy == .error && state.phase == .deleted
    }

    /// Makes models read their rows again: at once, and together, where they may be observed or have edits, else when
    /// they are read.
    private func reload(_ states: [ModelState], _ known: [PersistentIdentifier: DefaultSnapshot] = [:]) {
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
        defer { followRulesAgain(states.filter { $0.phase == .deleted }) }
        for states in waiting.values {
            guard let first = states.first, let store = core.store(of: first.identifier) else { continue }
            do {
                let rows = try store.rows(for: states.map(\.identifier), salvaging: false, editing).byIdentifier
                for state in states {
                    if let row = rows[state.identifier] { state.rereading.reload(from: row) } else { vanish(state) }
                }
                for state in states { state.rereading.rejoinEdits() }
            } catch {
                inbox.readAgain(states.map(\.identifier), after: error)
                // Their values are out of date and must not be the base of an edit.
                for state in states {
                    state.faulting.unloadUnedited()
                    let slot = state.layout.properties.first { !$0.isToMany && state.isUnloaded($0.slot) }?.slot
                    noteFailure(error, of: state, slot: slot ?? 0)
                }
            }
        }
    }
}
