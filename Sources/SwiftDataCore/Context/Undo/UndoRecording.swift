import Foundation

// Undo: while an accessor, an insertion or a deletion runs, a journal notes its changes to any model. The undo manager
// gets the journal; reverting it is noted in the same way, and redo reverts that.

/// Notes the changes of an action, and registers the action with the undo manager.
///
/// Changes the active journal of ``ChangeRecording``. Actions are reverted by ``JournalRestoring``.
package struct UndoRecording {
    let unit: UnitOfWork

    /// Runs a change that can be undone. Its consequences, such as the other side of a relationship or a cascade, are
    /// part of it.
    package func undoable(_ change: () -> Void) {
        guard unit.recording.journal == nil, let undoManager = unit.recording.undoManager,
            undoManager.isUndoRegistrationEnabled
        else { return change() }
        let journal = ChangeJournal()
        _ = unit.recording.go(on: journal)
        change()
        unit.recording.goBack(to: nil)
        register(journal)
    }

    /// Inserts a model so that it can be undone.
    package func insertUndoably(_ model: any PersistentModel) {
        undoable { unit.insertion.insert(model) }
    }

    /// Deletes a model so that it can be undone.
    package func deleteUndoably(_ model: any PersistentModel) {
        undoable { unit.deletion.delete(model) }
    }

    /// Registers the undo of the changes that a journal has noted.
    func register(_ journal: ChangeJournal, isSaved: Bool = false) {
        guard let undoManager = unit.recording.undoManager, undoManager.isUndoRegistrationEnabled else { return }
        // An undone action can be redone, even if it changed nothing: the redo of another action would follow
        // otherwise.
        guard !journal.isEmpty || undoManager.isUndoing || undoManager.isRedoing else { return }
        journal.finish(isSaved: isSaved)
        undoManager.registerUndo(withTarget: unit) { unit in
            unit.exclusively {
                unit.receiving.receive()
                unit.undo.undoable { unit.restoring.restore(journal) }
            }
        }
    }

    /// Ends the group of actions that is open because of the turn, so that later changes are undone on their own.
    package func endUndoGroup() {
        guard unit.recording.journal == nil else { return }
        #if !canImport(Darwin)
            unit.recording.undoManager?.endEvent()
        #endif
    }
}
