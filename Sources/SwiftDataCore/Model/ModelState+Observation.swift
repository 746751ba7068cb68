import Observation

extension ModelState {
    /// The key path of a property, as the class that declares it writes it. The accessors give its type, which is what
    /// `@Model` made the layout's key path of.
    func keyPath<M: PersistentModel, Value>(_ slot: Int, of model: M.Type, _ value: Value.Type) -> KeyPath<M, Value> {
        unsafeDowncast(layout.properties[slot].keyPath, to: KeyPath<M, Value>.self)
    }

    /// Tells Observation that a property is being read, from its accessor.
    func noteRead<M: PersistentModel, Value>(of model: M, _ slot: Int, _ value: Value.Type) {
        if _isReadUnseen() { return }
        trackingRegistrar()?.access(model, keyPath: keyPath(slot, of: M.self, value))
    }

    /// Tells Observation that a property is being read.
    public func _access<M: PersistentModel, Member>(_ model: M, keyPath: KeyPath<M, Member>) {
        if _isReadUnseen() { return }
        trackingRegistrar()?.access(model, keyPath: keyPath)
    }

    /// Tells Observation that a property changes with `mutation`.
    public func _withMutation<M: PersistentModel, Member, Result>(
        of model: M,
        keyPath: KeyPath<M, Member>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let registrar else { return try mutation() }
        return try registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    /// Writes a property from its accessor, and tells Observation.
    func write<M: PersistentModel, Value>(of model: M, _ slot: Int, _ value: Value.Type, _ mutation: () -> Void) {
        guard registrar != nil else { return mutation() }
        _withMutation(of: model, keyPath: keyPath(slot, of: M.self, value), mutation)
    }

    /// True if a read of the model has ever been tracked, so that a change may have an observer.
    package var mayBeObserved: Bool { registrar != nil }

    /// Changes a slot from outside an accessor and notifies the observers of the property.
    package func mutateObserved(_ slot: Int, _ mutation: () -> Void) {
        defer { noteTouched(slot) }
        guard registrar != nil, let model, madeExtras.observation.beginAnnouncing(slot) else { return mutation() }
        defer { extras?.observation.endAnnouncing(slot) }
        notify(model, slot, mutation)
    }

    private func notify<M: PersistentModel>(_ model: M, _ slot: Int, _ mutation: () -> Void) {
        func withValueType<Value>(_: Value.Type) {
            guard let keyPath = layout.properties[slot].keyPath as? KeyPath<M, Value> else { return mutation() }
            _withMutation(of: model, keyPath: keyPath, mutation)
        }
        withValueType(layout.properties[slot].valueType)
    }

    /// The registrar, made where a read is being tracked.
    private func trackingRegistrar() -> ObservationRegistrar? {
        if let registrar {
            // Before the value is read: a turn may be saving the context.
            if let unit, unit.isTakenOver, !isBeingLeft { unit.exclusively {} }
            return registrar
        }
        if let unit, !unit.gate.isOfThisThread {
            // A model that ends cannot be tracked, and the probe is that of another thread.
            if isBeingLeft { return nil }
            return unit.exclusively { keptTrackingRegistrar() }
        }
        return keptTrackingRegistrar()
    }

    private func keptTrackingRegistrar() -> ObservationRegistrar? {
        guard let made = unit.map({ $0.registrarIfTracking() }) ?? ReadProbe.sharedRegistrarIfTracking() else {
            return nil
        }
        registrar = made
        return made
    }
}
