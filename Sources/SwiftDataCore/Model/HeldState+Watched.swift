// The additional work of an access to an attribute if the model has an observer or the user has made its backing data.
// Clients compile none of it: the model's class and the property's type are those of the layout.

extension ModelState {
    /// Tells Observation that an attribute is being read, from its accessor.
    func noteAccessorRead<Value>(of model: AnyObject, _ slot: Int, _ value: Value.Type) {
        if _isReadUnseen() { return }
        func note<M: PersistentModel>(_ owner: M.Type) {
            // The accessor belongs to the class that declares the property. A backing data of a sister class has another.
            guard let model = model as? M else { return }
            noteRead(of: model, slot, value)
        }
        note(layout.owner(of: slot))
    }

    /// Returns the value of an attribute in the user's own backing data; nil where the model has none.
    func customValue<Value: _StorableValue>(_ slot: Int) -> Value? {
        guard custom != nil else { return nil }
        func read<M: PersistentModel>(_ owner: M.Type) -> Value? {
            guard let custom: any BackingData<M> = customBacking() else { return nil }
            return custom.getValue(forKey: keyPath(slot, of: owner, Value.self))
        }
        return read(layout.owner(of: slot))
    }

    /// Writes an attribute where there is more to do than to write it.
    @inline(never) func writeSlowly(_ slot: Int, _ newValue: StoredValue, of model: AnyObject) {
        if let unit, unit.isTakenOver, !isBeingLeft {
            return unit.exclusively { writeSlowly(slot, newValue, of: model) }
        }
        let change = {
            self.tellCustomBacking(slot, newValue)
            self.undoable(slot) { self.assign(slot, newValue) }
        }
        guard registrar != nil else { return change() }
        func write<M: PersistentModel>(_ owner: M.Type) {
            guard let model = model as? M else { return change() }
            func typed<Value>(_ value: Value.Type) { self.write(of: model, slot, value, change) }
            typed(layout.properties[slot].valueType)
        }
        write(layout.owner(of: slot))
    }

    /// Hands an attribute to the user's own backing data, if there is any.
    private func tellCustomBacking(_ slot: Int, _ newValue: StoredValue) {
        guard custom != nil, let type = layout.properties[slot].valueType as? any _StorableValue.Type else { return }
        func tell<M: PersistentModel, Value: _StorableValue>(_ owner: M.Type, _ type: Value.Type) {
            guard let custom: any BackingData<M> = customBacking(), let value = Value(_stored: newValue) else { return }
            custom.setValue(forKey: keyPath(slot, of: owner, type), to: value)
        }
        tell(layout.owner(of: slot), type)
    }
}

extension ModelLayout {
    /// The class that declares a property.
    func owner(of slot: Int) -> any PersistentModel.Type {
        var layout = self
        while slot < layout.ownOffset, let superLayout = layout.superLayout { layout = superLayout }
        return layout.modelType
    }
}
