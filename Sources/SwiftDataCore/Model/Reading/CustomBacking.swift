/// A backing data of the user's own, where it drives the model.
///
/// Changes the values only before a save, which takes them from it. Asks the layout for key paths and types.
struct CustomBacking {
    let state: ModelState

    /// The user's own backing data as one of `Model`, if there is any.
    func typed<Model: PersistentModel>() -> (any BackingData<Model>)? {
        guard let custom = state.custom else { return nil }
        return custom as? any BackingData<Model>
    }

    /// Returns the value of an attribute in the user's own backing data; nil where the model has none.
    func customValue<Value: _StorableValue>(_ slot: Int) -> Value? {
        guard state.custom != nil else { return nil }
        func read<M: PersistentModel>(_ owner: M.Type) -> Value? {
            guard let custom: any BackingData<M> = typed() else { return nil }
            return custom.getValue(forKey: state.observing.keyPath(slot, of: owner, Value.self))
        }
        return read(state.layout.owner(of: slot))
    }

    /// Hands an attribute to the user's own backing data, if there is any.
    func setCustomValue(_ slot: Int, _ newValue: StoredValue) {
        guard state.custom != nil, let type = state.layout.properties[slot].valueType as? any _StorableValue.Type else {
            return
        }
        func setCustomValue<M: PersistentModel, Value: _StorableValue>(_ owner: M.Type, _ type: Value.Type) {
            guard let custom: any BackingData<M> = typed(), let value = Value(_stored: newValue) else {
                return
            }
            custom.setValue(forKey: state.observing.keyPath(slot, of: owner, type), to: value)
        }
        setCustomValue(state.layout.owner(of: slot), type)
    }

    /// Takes over the values of a backing data of the user's own.
    func readAll() {
        guard state.custom != nil, let model = state.model else { return }
        func read<Model: PersistentModel>(_ model: Model) {
            for property in state.layout.properties {
                guard case .attribute(let attribute) = property.shape,
                    let key = property.keyPath as? PartialKeyPath<Model>
                else { continue }
                state.put(attribute.stored(model[keyPath: key]), at: property.slot)
            }
        }
        read(model)
    }
}
