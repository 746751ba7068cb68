/// The values that init accessors collect before the model exists as a whole.
///
/// Changes the values and the held partners of a state in no context. A slot counts from the class's own first
/// property, except in ``absorb(_:)`` and ``copy(as:)``.
struct FirstValues {
    let state: ModelState

    func setInitial(_ slot: Int, _ value: StoredValue) {
        state.put(value, at: ownOffset + slot)
    }

    func setInitialAttribute(_ slot: Int, _ value: Any) {
        guard case .attribute(let attribute) = state.layout.properties[ownOffset + slot].shape else { return }
        state.put(attribute.stored(value), at: ownOffset + slot)
    }

    func setInitialToOne(_ slot: Int, _ destination: (any PersistentModel)?) {
        let slot = ownOffset + slot
        state.put(destination.map { .identifier($0._$modelState.identifier) } ?? .null, at: slot)
        state.held[slot] = destination.map { [$0] }
    }

    func setInitialToMany<Value: RelationshipCollection>(_ slot: Int, _ value: Value) {
        let slot = ownOffset + slot
        if let optional = value as? any OptionalType, optional.erasedWrapped == nil {
            state.put(.null, at: slot)
            return
        }
        let models = relationshipElements(value)
        state.put(.identifiers(models.map { $0._$modelState.identifier }), at: slot)
        state.held[slot] = models.isEmpty ? nil : models
    }

    private var ownOffset: Int { state.layout.ownOffset }

    /// Takes over the values that the init accessors of a subclass collected.
    func absorb(_ collected: ModelState) {
        let own = collected.layout.ownOffset..<collected.layout.slotCount
        state.extend(to: collected.layout)
        for slot in own {
            state.put(collected.values[slot], at: slot)
            state.held[slot] = collected.held[slot]
        }
        state.unlinked = own
        state.isBound = false
    }

    /// A state of another class in no context, with the values of the properties that both classes have.
    func copy(as other: ModelLayout) -> ModelState {
        let copy = ModelState(layout: other)
        var common: ModelLayout? = other
        while let candidate = common, state.layout !== candidate, state.layout.superLayout !== candidate {
            common = candidate.superLayout
        }
        for slot in 0..<min(common?.slotCount ?? 0, state.values.count) { copy.put(state.values[slot], at: slot) }
        return copy
    }
}
