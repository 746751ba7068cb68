import Foundation
import OrderedCollections

// Undo: the first door that a change comes through opens a record; every part of the context that is about to change
// is noted in it. Undoing puts back what was noted, with a record of its own, which is what redo puts back.

extension UnitOfWork {
    /// Makes a change, and registers one undo action for it and all that follows from it.
    package func undoable(_ change: () -> Void) {
        guard let undoManager, undoRecord == nil, undoManager.isUndoRegistrationEnabled else { return change() }
        let record = UndoRecord()
        undoRecord = record
        change()
        undoRecord = nil
        // An undo always has its redo, or the two would be out of step from then on.
        guard record.isOfChange || undoManager.isUndoing || undoManager.isRedoing else { return }
        undoManager.registerUndo(withTarget: self) { $0.putBack(record) }
    }

    /// Inserts a model so that it can be undone.
    package func insertUndoably(_ model: any PersistentModel) {
        undoable { insert(model) }
    }

    /// Deletes a model so that it can be undone.
    package func deleteUndoably(_ model: any PersistentModel) {
        undoable { delete(model) }
    }

    private func putBack(_ record: UndoRecord) {
        undoable {
            closeMembers()
            let revived = record.lives.filter(\.wasAttached).map(\.state).filter(revive)
            for state in revived {
                for slot in state.values.indices { state.values[slot] = current(state.values[slot]) }
            }
            for old in record.values { old.state.putBack(old.slot, old.value) }
            for life in record.lives where !life.wasAttached { withdraw(life) }
            for old in record.values where old.state.phase == .detached {
                if case .identifiers(let members) = old.value, members.isEmpty {
                    old.state.held[old.slot] = nil
                } else if case .null = old.value {
                    old.state.held[old.slot] = nil
                } else if let held = old.held {
                    old.state.held[old.slot] = held
                }
            }
            for life in record.lives where life.state.phase == .detached { life.state.rejoinPartners() }
        }
        noteChange()
    }

    /// Brings a model back that was in the context. False where it is there, or comes back as the row that it was.
    private func revive(_ state: ModelState) -> Bool {
        guard state.successor == nil, !state.isAttached || state.phase == .deleted else { return false }
        guard let model = state.model else { return false }
        undoRecord?.noteLife(state, model)
        let key = ObjectIdentifier(state)
        if state.phase == .deleted {
            _ = deleted.removeValue(forKey: key)
            state.phase = .registered
            if state.changes != nil { changed[key] = state } else { _ = kept.removeValue(forKey: key) }
            return false
        }
        if !state.identifier.isTemporary {
            // The row is gone for good, and its key is not used again.
            let former = state.identifier
            state.identifier = ModelState(layout: state.layout).identifier
            successors[former] = state.identifier
        }
        state.unit = self
        state.changes = nil
        state.held = [:]
        state.phase = .inserted
        inserted[key] = state
        kept[key] = model
        identityMap.register(state)
        return true
    }

    /// Takes a model out that was not in the context.
    private func withdraw(_ life: UndoRecord.Life) {
        let state = life.state
        let key = ObjectIdentifier(state)
        switch state.phase {
        case .inserted:
            undoRecord?.noteLife(state, state.model)
            // Outside of a context nothing is noted, and what undo takes there has to come back from it.
            for property in state.layout.properties where property.relationship != nil {
                undoRecord?.note(state, property.slot)
            }
            withExtendedLifetime(state.model) {
                forgetPending(state)
                identityMap.forget(state.identifier, state)
                state.phase = life.wasDetached ? .detached : .gone
                state.held = life.held
                if life.wasDetached { state.unit = nil }
            }
        case .registered:
            undoRecord?.noteLife(state, state.model)
            _ = changed.removeValue(forKey: key)
            state.phase = .deleted
            deleted[key] = state
            kept[key] = state.model
        case .detached, .deleted, .gone:
            break
        }
    }

    /// A value with the identifiers that its models have now, without those that have gone.
    fileprivate func current(_ value: StoredValue) -> StoredValue {
        switch value {
        case .identifier(let identifier): current(identifier).map { .identifier($0) } ?? .null
        case .identifiers(let members): .identifiers(members.compactMap(current))
        default: value
        }
    }

    private func current(_ identifier: PersistentIdentifier) -> PersistentIdentifier? {
        var last = identifier.resolved
        while let next = successors[last] { last = next.resolved }
        return goneRows.contains(last) ? nil : last
    }

    /// Remembers rows that have gone: what undo brings back must not lead to them.
    func noteGoneRows(_ identifiers: [PersistentIdentifier]) {
        if undoManager != nil { goneRows.formUnion(identifiers) }
    }

    /// No action is left that could bring anything back.
    func forgetUndo() {
        undoManager?.removeAllActions(withTarget: self)
        successors = [:]
        goneRows = []
    }
}

extension ModelState {
    /// Makes a change to a slot so that it can be undone.
    package func undoable(_ slot: Int, change: () -> Void) {
        guard let unit, unit.undoManager != nil, phase == .inserted || phase == .registered else { return change() }
        unit.undoable(change)
    }

    /// Makes a change that may bring this model into the context of a partner, so that it can be undone there.
    func undoable(joining partner: ModelState?, change: () -> Void) {
        guard !isAttached, let partner, partner.isAttached, let unit = partner.unit, unit.undoManager != nil else {
            return change()
        }
        unit.undoable(change)
    }

    /// Notes a slot that is about to change, where that can be undone.
    func noteForUndo(_ slot: Int) {
        unit?.undoRecord?.note(self, slot)
    }

    func isSame(at slot: Int, as value: StoredValue) -> Bool {
        values[slot].isSame(as: value, encode: { try encoded($0, slot: slot) })
    }

    /// Gives a slot a value that it had before.
    fileprivate func putBack(_ slot: Int, _ former: StoredValue) {
        guard phase != .deleted, phase != .gone else { return }
        let value = unit?.current(former) ?? former
        let now = self.value(at: slot)
        guard !isSame(at: slot, as: value) else { return }
        noteForUndo(slot)
        mutateObserved(slot) {
            recordChange(slot)
            if case .identifiers(let members) = value {
                recordMembers(slot, from: now.members, to: members)
            } else if isToMany(slot) {
                recordMembers(slot, from: now.members, to: [])
            }
            values[slot] = value
        }
    }

    private func recordMembers(_ slot: Int, from old: [PersistentIdentifier], to new: [PersistentIdentifier]) {
        guard let changes else { return }
        let former = Set(old)
        let latter = Set(new)
        for identifier in old where !latter.contains(identifier) { changes.recordRemoved(identifier, slot: slot) }
        for identifier in new where !former.contains(identifier) { changes.recordAdded(identifier, slot: slot) }
    }
}

extension StoredValue {
    fileprivate var members: [PersistentIdentifier] {
        if case .identifiers(let members) = self { members } else { [] }
    }
}
