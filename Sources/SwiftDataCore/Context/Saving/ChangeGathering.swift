// The values that a save needs of the models are gathered first: only here are values read for it, and is code of the
// program run.

/// The models of the rows that were gathered, in the same order.
struct GatheredModels {
    var inserted: [ModelState] = []
    var updated: [ModelState] = []
    var deleted: [ModelState] = []
}

/// Gathers the pending changes of a context as plain values, of which a save is planned.
///
/// Changes nothing but values that are read and encoded on the way. Asks the pending changes, and the models for their
/// values.
struct ChangeGathering {
    private let unit: UnitOfWork
    private var changes = GatheredChanges()
    private var models = GatheredModels()

    init(_ unit: UnitOfWork) { self.unit = unit }

    /// - Throws: ``StoreError`` with code `unreadable` where a stand-in could be saved.
    consuming func gather() throws -> (changes: GatheredChanges, models: GatheredModels) {
        try unit.rereading.readAgain()
        changes.comparesDeleted = unit.merging.policy == .error
        changes.refusesDuplicates = unit.saveRefusesDuplicates
        gatherDenyingRelationships()
        if changes.denyFailure == nil { gatherInserted() }
        if changes.denyFailure == nil, changes.inserted.failure == nil { gatherUpdated() }
        for state in unit.pending.deleted.values {
            changes.deleted.rows.append(state.rowMaking.row())
            models.deleted.append(state)
        }
        if !changes.deleted.rows.isEmpty {
            noteOneSidedSlots(of: changes.inserted.rows)
            noteOneSidedSlots(of: changes.updated.rows)
        }
        changes.cascades = unit.pending.unfollowed.items.filter { $0.state.phase == .deleted }.map { item in
            UnfollowedRelationship(owner: item.state.identifier, layout: item.state.layout, slot: item.slot)
        }
        return (changes, models)
    }

    private mutating func gatherInserted() {
        changes.inserted.rows.reserveCapacity(unit.pending.inserted.count)
        changes.inserted.values.reserveCapacity(unit.pending.inserted.count)
        models.inserted.reserveCapacity(unit.pending.inserted.count)
        var last: ModelLayout?
        for state in unit.pending.inserted.values {
            if last !== state.layout {
                last = state.layout
                let home = unit.core.store(forEntity: state.layout.entityName)
                changes.homes[ObjectIdentifier(state.layout)] = unit.core.stores.firstIndex { $0 === home }
            }
            changes.inserted.add(state)
            models.inserted.append(state)
            if changes.inserted.failure != nil { return }
        }
    }

    private mutating func gatherUpdated() {
        for state in unit.pending.changed.values where state.changes != nil {
            guard changes.updated.addChanges(of: state) else { continue }
            models.updated.append(state)
            if changes.updated.failure != nil { return }
        }
    }

    /// Reads the relationships of deleted models that may hold back their deletion.
    private mutating func gatherDenyingRelationships() {
        for state in unit.pending.deleted.values {
            for slot in state.layout.denyingSlots {
                do {
                    guard let relationship = try unit.denyRules.denyingRelationship(of: state, slot) else { continue }
                    changes.denying.append(relationship)
                } catch {
                    changes.denyFailure = error
                    return
                }
            }
        }
    }

    private mutating func noteOneSidedSlots(of rows: [DefaultSnapshot]) {
        for row in rows where changes.oneSidedSlots[ObjectIdentifier(row.layout)] == nil {
            changes.oneSidedSlots[ObjectIdentifier(row.layout)] = row.layout.relationshipSlots.filter { slot in
                unit.core.inverse(of: slot, in: row.layout) == nil
            }
        }
    }
}
