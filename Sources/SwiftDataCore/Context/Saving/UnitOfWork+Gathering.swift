// The values that a save needs of the models are gathered first: only here are values read for it, and is code of the
// program run.

/// The models of the rows that were gathered, in the same order.
struct GatheredModels {
    var inserted: [ModelState] = []
    var updated: [ModelState] = []
    var deleted: [ModelState] = []
}

extension UnitOfWork {
    /// Gathers the pending changes, and changes nothing but what is read and encoded on the way.
    /// - Throws: ``StoreError`` with code `unreadable` where a value that stood in could be saved.
    func gatherChanges() throws -> (changes: GatheredChanges, models: GatheredModels) {
        try readFailedAgain()
        var (changes, models) = (GatheredChanges(), GatheredModels())
        changes.comparesDeleted = merging.policy == .error
        gatherDenyingRelationships(&changes)
        if changes.denyFailure == nil { gatherInserted(&changes, &models) }
        if changes.denyFailure == nil, changes.inserted.failure == nil { gatherUpdated(&changes.updated, &models) }
        for state in pending.deleted.values {
            changes.deleted.rows.append(state.rowMaking.row())
            models.deleted.append(state)
        }
        if !changes.deleted.rows.isEmpty {
            noteOneSidedSlots(of: changes.inserted.rows, &changes.oneSidedSlots)
            noteOneSidedSlots(of: changes.updated.rows, &changes.oneSidedSlots)
        }
        changes.cascades = pending.unfollowed.items.filter { $0.state.phase == .deleted }.map { item in
            UnfollowedRelationship(owner: item.state.identifier, layout: item.state.layout, slot: item.slot)
        }
        return (changes, models)
    }

    private func gatherInserted(_ changes: inout GatheredChanges, _ models: inout GatheredModels) {
        changes.inserted.rows.reserveCapacity(pending.inserted.count)
        changes.inserted.values.reserveCapacity(pending.inserted.count)
        models.inserted.reserveCapacity(pending.inserted.count)
        var last: ModelLayout?
        for state in pending.inserted.values {
            if last !== state.layout {
                last = state.layout
                let home = core.store(forEntity: state.layout.entityName)
                changes.homes[ObjectIdentifier(state.layout)] = core.stores.firstIndex { $0 === home }
            }
            changes.inserted.add(state)
            models.inserted.append(state)
            if changes.inserted.failure != nil { return }
        }
    }

    private func gatherUpdated(_ updated: inout GatheredRows, _ models: inout GatheredModels) {
        for state in pending.changed.values where state.changes != nil {
            guard updated.addChanges(of: state) else { continue }
            models.updated.append(state)
            if updated.failure != nil { return }
        }
    }

    /// Reads the relationships of deleted models that may hold back their deletion.
    private func gatherDenyingRelationships(_ changes: inout GatheredChanges) {
        for state in pending.deleted.values {
            for slot in state.layout.denyingSlots {
                do {
                    guard let relationship = try denyingRelationship(of: state, slot) else { continue }
                    changes.denying.append(relationship)
                } catch {
                    changes.denyFailure = error
                    return
                }
            }
        }
    }

    private func noteOneSidedSlots(of rows: [DefaultSnapshot], _ slots: inout [ObjectIdentifier: [Int]]) {
        for row in rows where slots[ObjectIdentifier(row.layout)] == nil {
            slots[ObjectIdentifier(row.layout)] = row.layout.relationshipSlots.filter { slot in
                core.inverse(of: slot, in: row.layout) == nil
            }
        }
    }
}
