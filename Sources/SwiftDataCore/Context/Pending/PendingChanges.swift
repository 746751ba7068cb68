/// The models of a context with unsaved changes, and the parts of these changes that are not carried out yet.
///
/// A model is in one of the three lists at a time. The lists may be the last to hold a model, and a model's `deinit` is
/// the program's code, which may lead back here. So each method that takes models out returns them: the caller releases
/// them when no change is under way.
package struct PendingChanges {
    /// New models, in the order in which they were inserted.
    package private(set) var inserted = PendingModels()
    /// Models whose properties were written. Their values may equal the row's again.
    package private(set) var changed = PendingModels()
    package private(set) var deleted = PendingModels()
    /// The cascades of deleted models that the save follows.
    package private(set) var unfollowed = UnfollowedCascades()
    /// Edits of relationships that another writer has edited too, until their other sides are in line again.
    private var displaced: [Displacement] = []
    /// The relation of models of different contexts that was refused when it was made; the next save throws it.
    package private(set) var foreign: StoreError?

    /// A to-one relationship with an edit, whose row leads to another model now that the edit takes from it.
    struct Displacement {
        let state: ModelState
        let slot: Int
        let destination: PersistentIdentifier
    }

    package var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }
    package var count: Int { inserted.count + changed.count + deleted.count }

    /// The model of a state with unsaved changes, while it is kept.
    package func model(of state: ModelState) -> (any PersistentModel)? {
        guard state.pendingPlace >= 0 else { return nil }
        return inserted.model(of: state) ?? changed.model(of: state) ?? deleted.model(of: state)
    }

    /// The models of some states, in order.
    package func models(of states: some Sequence<ModelState>) -> [any PersistentModel] {
        states.compactMap { model(of: $0) ?? $0.model }
    }

    package init() {}

    // MARK: Adding

    package mutating func noteInserted(_ state: ModelState, _ model: (any PersistentModel)?) {
        inserted.add(state, model)
    }
    package mutating func noteChanged(_ state: ModelState, _ model: (any PersistentModel)?) {
        changed.add(state, model)
    }
    package mutating func noteDeleted(_ state: ModelState, _ model: (any PersistentModel)?) {
        deleted.add(state, model)
    }

    /// Notes a property of a changed model that was written for the first time.
    package mutating func noteWritten(_ slot: Int, of state: ModelState) { changed.note(slot, of: state) }

    /// Forgets which properties were written: the models have the list, and it has changed.
    package mutating func forgetWritten() { changed.forgetIndex() }

    // MARK: Taking out

    /// Takes one model out of its list, and leaves its cascades.
    package mutating func remove(_ state: ModelState) -> Any {
        (inserted.remove(state), changed.remove(state), deleted.remove(state))
    }

    /// Takes models out, and forgets their cascades.
    package mutating func removeAll(where isRemoved: (ModelState) -> Bool) -> Any {
        unfollowed.removeAll(where: isRemoved)
        return (
            inserted.removeAll(where: isRemoved), changed.removeAll(where: isRemoved),
            deleted.removeAll(where: isRemoved)
        )
    }

    /// Takes everything out.
    package mutating func takeAll() -> PendingChanges {
        var all = PendingChanges()
        (all.inserted, all.changed, all.deleted) = (inserted.takeAll(), changed.takeAll(), deleted.takeAll())
        unfollowed.removeAll()
        displaced = []
        return all
    }

    // MARK: Cascades

    /// Leaves a cascade of a deleted model to the store.
    package mutating func leaveToStore(_ item: UnfollowedCascades.Item, _ core: ContainerCore) {
        unfollowed.keep(item, core)
    }

    /// The entities that a cascade may delete rows of; nil where the store cannot follow it.
    package mutating func reach(of state: ModelState, _ slot: Int, _ core: ContainerCore) -> CascadeReach? {
        unfollowed.reach(of: state, slot, core)
    }

    /// Hands over the cascades, which the caller follows until ``endFollowing()``.
    package mutating func beginFollowing() -> [UnfollowedCascades.Item] { unfollowed.beginFollowing() }
    package mutating func endFollowing() { unfollowed.endFollowing() }

    /// Drops the cascades of a model, which is not deleted any more or has no row.
    package mutating func forgetCascades(of state: ModelState) { unfollowed.removeAll { $0 === state } }

    // MARK: Keeping

    /// Stops keeping the models, which is the program's task when the context is released.
    package mutating func letModelsGo() -> Any {
        (inserted.letModelsGo(), changed.letModelsGo(), deleted.letModelsGo())
    }

    /// Keeps the models again.
    package mutating func keepModels() {
        inserted.keepModels()
        changed.keepModels()
        deleted.keepModels()
    }

    // MARK: By class

    /// The new models of a class and its subclasses, in order.
    package mutating func inserted(of layout: ModelLayout) -> [ModelState] { inserted.states(of: layout) }

    /// The deleted models of a class and its subclasses, in order.
    package mutating func deleted(of layout: ModelLayout) -> [ModelState] { deleted.states(of: layout) }

    /// The changed models of a class and its subclasses, in order.
    /// - Parameter slots: The properties of which one must have been written; nil for all changed models.
    package mutating func changed(of layout: ModelLayout, written slots: SlotSet? = nil) -> [ModelState] {
        slots.map { changed.states(of: layout, written: $0) } ?? changed.states(of: layout)
    }

    /// True if a model of a class or its subclasses was inserted, changed or deleted.
    package mutating func hasChanges(of layout: ModelLayout) -> Bool {
        !changed(of: layout).isEmpty || !inserted(of: layout).isEmpty || !deleted(of: layout).isEmpty
    }

    // MARK: Foreign relations

    /// Notes a relation that was refused; nil where a transaction that was reverted had noted one.
    package mutating func noteForeign(_ error: StoreError?) { foreign = error }

    /// The relation that was refused, which is reported or dropped now.
    package mutating func takeForeign() -> StoreError? { foreign.take() }

    // MARK: Displaced edits

    mutating func noteDisplaced(_ displacement: Displacement) { displaced.append(displacement) }

    /// The edits whose other sides are not in line, which are the caller's task now.
    mutating func takeDisplaced() -> [Displacement] { exchange(&displaced, with: []) }
}
