import Observation

/// The announcement of reads and changes to the observers of a model, and to the observers of its context.
///
/// Changes ``ModelObservation``. Asks the unit for its probe, which detects tracked reads, and for its observers.
package struct ModelObserving {
    let state: ModelState

    /// The key path of a property, as the class that declares it writes it. The accessors give its type, of which
    /// `@Model` made the layout's key path.
    func keyPath<M: PersistentModel, Value>(_ slot: Int, of model: M.Type, _ value: Value.Type) -> KeyPath<M, Value> {
        unsafeDowncast(state.layout.properties[slot].keyPath, to: KeyPath<M, Value>.self)
    }

    /// Notifies Observation that a property is being read, from its accessor.
    func noteRead<M: PersistentModel, Value>(of model: M, _ slot: Int, _ value: Value.Type) {
        if state._isReadUnseen() { return }
        trackingRegistrar()?.access(model, keyPath: keyPath(slot, of: M.self, value))
    }

    /// Writes a property from its accessor, and notifies Observation.
    func write<M: PersistentModel, Value>(of model: M, _ slot: Int, _ value: Value.Type, _ mutation: () -> Void) {
        guard state.registrar != nil else { return mutation() }
        state._withMutation(of: model, keyPath: keyPath(slot, of: M.self, value), mutation)
    }

    /// True if a read of the model has ever been tracked, so that a change may have an observer.
    package var mayBeObserved: Bool { state.registrar != nil }

    /// Changes a slot from outside an accessor and notifies the observers of the property.
    package func mutateObserved(_ slot: Int, _ mutation: () -> Void) {
        defer { noteTouched(slot) }
        guard state.registrar != nil, let model = state.model, state.madeExtras.observation.beginAnnouncing(slot) else {
            return mutation()
        }
        defer { state.extras?.observation.endAnnouncing(slot) }
        notify(model, slot, mutation)
    }

    private func notify<M: PersistentModel>(_ model: M, _ slot: Int, _ mutation: () -> Void) {
        func withValueType<Value>(_: Value.Type) {
            guard let keyPath = state.layout.properties[slot].keyPath as? KeyPath<M, Value> else { return mutation() }
            state._withMutation(of: model, keyPath: keyPath, mutation)
        }
        withValueType(state.layout.properties[slot].valueType)
    }

    /// The registrar, made where a read is being tracked.
    func trackingRegistrar() -> ObservationRegistrar? {
        if let registrar = state.registrar {
            // Before the value is read: a turn may be saving the context.
            if let unit = state.unit, unit.isTakenOver, !state.ending.isDeinitializing { unit.exclusively {} }
            return registrar
        }
        if let unit = state.unit, !unit.gate.isOfThisThread {
            // A model that ends cannot be tracked, and the probe is that of another thread.
            if state.ending.isDeinitializing { return nil }
            return unit.exclusively { keptTrackingRegistrar() }
        }
        return keptTrackingRegistrar()
    }

    private func keptTrackingRegistrar() -> ObservationRegistrar? {
        guard let made = state.unit.map({ $0.registrarIfTracking() }) ?? ReadProbe.sharedRegistrarIfTracking() else {
            return nil
        }
        state.registrar = made
        return made
    }

    /// Notifies observers that a slot has another value.
    func noteTouched(_ slot: Int) {
        guard let observers = state.unit?.observers, state.phase == .inserted || state.phase == .registered else {
            return
        }
        observers.touch(state, slot: slot)
    }

    /// The same, after a change that is over.
    func noteWritten(_ slot: Int) {
        guard let observers = state.unit?.observers, state.phase == .inserted || state.phase == .registered else {
            return
        }
        observers.touch(state, slot: slot)
        observers.notifyUnisolated()
    }

    /// Notes an observer.
    func addWatcher(_ number: Int, isAlive: (Int) -> Bool) {
        state.madeExtras.observation.addWatcher(number, isAlive: isAlive)
    }

    func forgetWatcher(_ number: Int) { state.extras?.observation.forgetWatcher(number) }

    func isWatched(by number: Int) -> Bool { state.extras?.observation.watchers.contains(number) ?? false }
}
