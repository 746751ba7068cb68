import Foundation

// Undo: what an accessor, an insertion or a deletion does is registered with the context's undo manager as its
// opposite, done through the same doors, so that the opposite is registered for redo.

extension UnitOfWork {
    /// Runs a change that registers one undo action at most: what follows from it, such as the other side of a
    /// relationship, follows from its opposite too.
    package func undoable(_ undo: @autoclosure () -> ((UnitOfWork) -> Void)?, change: () -> Void) {
        guard let undoManager, !isRegisteringUndo, undoManager.isUndoRegistrationEnabled else { return change() }
        if let undo = undo() { undoManager.registerUndo(withTarget: self, handler: undo) }
        isRegisteringUndo = true
        defer { isRegisteringUndo = false }
        change()
    }

    /// Inserts a model so that it can be undone.
    package func insertUndoably(_ model: any PersistentModel) {
        let phase = model._$modelState.phase
        guard phase != .inserted, phase != .registered else { return insert(model) }
        undoable({ $0.deleteUndoably(model) }) { insert(model) }
    }

    /// Deletes a model so that it can be undone: undoing inserts it again, with what its delete rules took from it.
    package func deleteUndoably(_ model: any PersistentModel) {
        guard undoManager != nil else { return delete(model) }
        let before = deletionRecord(of: model)
        undoable({ $0.restore(before) }) { delete(model) }
    }

    /// The models that a deletion would delete, each with its partners by slot.
    private func deletionRecord(of model: any PersistentModel) -> [DeletionRecord] {
        var records: [DeletionRecord] = []
        var seen: Set<ObjectIdentifier> = []
        var waiting = [model]
        while let next = waiting.popLast() {
            let state = next._$modelState
            guard state.isAttached, seen.insert(ObjectIdentifier(state)).inserted else { continue }
            let partners = state.relationshipPartners()
            records.append(DeletionRecord(model: next, partners: partners))
            for (slot, models) in partners where state.deleteRule(slot) == .cascade {
                waiting.append(contentsOf: models)
            }
        }
        return records
    }

    private func restore(_ records: [DeletionRecord]) {
        guard let first = records.first else { return }
        undoable({ $0.deleteUndoably(first.model) }) {
            for record in records { insert(record.model) }
            for record in records {
                let state = record.model._$modelState
                for (slot, models) in record.partners {
                    state.mutateObserved(slot) {
                        if state.isToMany(slot) {
                            state.writeToMany(slot, models)
                        } else {
                            state.writeToOne(slot, models.first)
                        }
                    }
                }
            }
        }
    }
}

/// A model before its deletion.
private struct DeletionRecord {
    let model: any PersistentModel
    let partners: [(slot: Int, models: [any PersistentModel])]
}

extension ModelState {
    /// Writes a slot so that it can be undone.
    package func undoable(_ slot: Int, change: () -> Void) {
        guard let unit, unit.undoManager != nil, phase == .inserted || phase == .registered else { return change() }
        unit.undoable(opposite(of: slot), change: change)
    }

    /// What gives a slot the value that it has now.
    private func opposite(of slot: Int) -> (UnitOfWork) -> Void {
        let keep = model
        switch layout.properties[slot].shape {
        case .attribute:
            let old = value(at: slot)
            return { _ in
                withExtendedLifetime(keep) {
                    self.mutateObserved(slot) { self.undoable(slot) { self.assign(slot, old) } }
                }
            }
        case .toOne:
            let old = destination(at: slot)
            return { _ in
                withExtendedLifetime(keep) {
                    self.mutateObserved(slot) { self.undoable(slot) { self.writeToOne(slot, old) } }
                }
            }
        case .toMany:
            let old = destinations(at: slot)
            return { _ in
                withExtendedLifetime(keep) {
                    self.mutateObserved(slot) { self.undoable(slot) { self.writeToMany(slot, old) } }
                }
            }
        }
    }
}
