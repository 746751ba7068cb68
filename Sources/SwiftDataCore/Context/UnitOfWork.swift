import Foundation
package import OrderedCollections

/// The work of a context: which models it knows, what has changed, and how that reaches the stores.
///
/// ``ModelContext`` is its public face. Models hold the unit, so that they can load what they need as long as they
/// live; the unit holds only models with changes.
package final class UnitOfWork {
    package let core: ContainerCore
    package let mailbox = ContextMailbox()
    package var editing = EditingState()
    package weak var context: ModelContext?

    package var identityMap = IdentityMap()
    package var inserted: OrderedDictionary<ObjectIdentifier, ModelState> = [:]
    package var changed: OrderedDictionary<ObjectIdentifier, ModelState> = [:]
    package var deleted: OrderedDictionary<ObjectIdentifier, ModelState> = [:]
    /// The models of the states above, kept alive until their changes are saved or dropped.
    package var kept: [ObjectIdentifier: any PersistentModel] = [:]
    /// Grows whenever rows may have changed, which ends the life of rows that were loaded ahead.
    package var generation = 0
    /// The model with a relationship that is being added to.
    package var opened: ModelState?
    /// How many states have gone: as long as it stays the same, every state that was seen is still there.
    package var releasedStates = 0
    /// Models of different contexts that were related by mistake; the next save reports it.
    package var foreignRelation: StoreError?
    package var undoManager: UndoManager?
    /// What is being changed so that it can be undone.
    var undoRecord: UndoRecord?
    /// The identifiers of models that undo brought back after their rows were gone, by those that they had.
    var successors: [PersistentIdentifier: PersistentIdentifier] = [:]
    /// The rows that have gone while there was an undo manager.
    var goneRows: Set<PersistentIdentifier> = []
    package var isSaving = false
    package var isInTransaction = false
    package var autosave = Autosave()

    package init(core: ContainerCore) {
        self.core = core
        core.register(mailbox)
        for store in core.stores { store.initializeState(for: editing) }
    }

    deinit {
        for store in core.stores { store.invalidateState(for: editing) }
    }

    package var hasChanges: Bool {
        !inserted.isEmpty || !deleted.isEmpty || changed.values.contains { isReallyChanged($0) }
    }

    /// Whether a written model differs from its row.
    package func isReallyChanged(_ state: ModelState) -> Bool {
        guard let changes = state.changes else { return false }
        return changes.slots.contains { state.differs(at: $0, from: changes) }
    }

    /// The models of some states, in order.
    package func models(of states: some Sequence<ModelState>) -> [any PersistentModel] {
        states.compactMap { kept[ObjectIdentifier($0)] ?? $0.model }
    }

    /// Keeps a changed model until it is saved.
    package func registerChange(_ state: ModelState) {
        let key = ObjectIdentifier(state)
        changed[key] = state
        kept[key] = state.model
        noteChange()
    }

    /// Something has changed: an autosaving context shall save soon.
    package func noteChange() {
        autosave.schedule(self)
    }

    /// Remembers that models of two contexts were related.
    package func reportForeign(_ state: ModelState, _ other: ModelState) {
        foreignRelation = StoreError(
            .foreignContext,
            "a model was related to a \(other.layout.entityName) of another context. Fetch that model in this context, "
                + "by its persistentModelID, and relate to what you fetched.",
            entity: state.layout.entityName
        )
        log.error("\(foreignRelation?.description ?? "")")
    }
}

extension ModelState {
    /// Whether a written slot differs from what the store has.
    package func differs(at slot: Int, from changes: ModelChanges) -> Bool {
        if let change = changes.toMany[slot] {
            if !change.added.isEmpty || !change.removed.isEmpty { return true }
        }
        guard changes.original.indices.contains(slot) else { return true }
        // Stores do not tell a relationship to no models from one that is nil.
        if isToMany(slot), values[slot].isWithoutMembers, changes.original[slot].isWithoutMembers { return false }
        return !values[slot].isSame(as: changes.original[slot], encode: { try encoded($0, slot: slot) })
    }

    /// A value as stores keep it.
    package func encoded(_ value: StoredValue, slot: Int) throws -> StoredValue {
        guard case .object = value, case .attribute(let attribute) = layout.properties[slot].shape else {
            return value
        }
        return try attribute.encoded(value)
    }
}

extension StoredValue {
    fileprivate var isWithoutMembers: Bool {
        switch self {
        case .null: true
        case .identifiers(let members): members.isEmpty
        default: false
        }
    }
}
