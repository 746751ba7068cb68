/// The additional work of an access to an attribute if the model has an observer or the user has made its backing data.
/// It is not compiled into clients: the model's class and the property's type come from the layout.
///
/// Changes nothing itself. Asks ``ModelObserving``, ``CustomBacking`` and ``SlotWriting`` in this order.
struct WatchedAccess {
    let state: ModelState

    /// Notifies Observation that an attribute is being read, from its accessor.
    func noteAccessorRead<Value>(of model: AnyObject, _ slot: Int, _ value: Value.Type) {
        if state._isReadUnseen() { return }
        func note<M: PersistentModel>(_ owner: M.Type) {
            // The accessor belongs to the class that declares the property. A backing data of a sister class has another.
            guard let model = model as? M else { return }
            state.observing.noteRead(of: model, slot, value)
        }
        note(state.layout.owner(of: slot))
    }

    /// Writes an attribute where there is more to do than to write it.
    @inline(never) func writeSlowly(_ slot: Int, _ newValue: StoredValue, of model: AnyObject) {
        if let unit = state.unit, unit.isTakenOver, !state.ending.isDeinitializing {
            return unit.exclusively { writeSlowly(slot, newValue, of: model) }
        }
        let change = {
            state.backing.setCustomValue(slot, newValue)
            state.undo.undoable(slot) { state.writing.assign(slot, newValue) }
        }
        guard state.registrar != nil else { return change() }
        func write<M: PersistentModel>(_ owner: M.Type) {
            guard let model = model as? M else { return change() }
            func typed<Value>(_ value: Value.Type) { state.observing.write(of: model, slot, value, change) }
            typed(state.layout.properties[slot].valueType)
        }
        write(state.layout.owner(of: slot))
    }
}
