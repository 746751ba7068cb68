/// One state for each identifier of a context.
///
/// The map does not keep states alive: a state removes itself when its model goes.
package struct IdentityMap {
    private var states: [PersistentIdentifier: Unmanaged<ModelState>] = [:]

    package init() {}

    package var count: Int { states.count }

    /// The state that is registered under an identifier.
    package subscript(identifier: PersistentIdentifier) -> ModelState? {
        states[identifier]?.takeUnretainedValue()
    }

    /// Registers a state under its identifier.
    package mutating func register(_ state: ModelState) {
        states[state.identifier] = Unmanaged.passUnretained(state)
    }

    /// Forgets an identifier, if it is this state that it stands for.
    package mutating func forget(_ identifier: PersistentIdentifier, _ state: ModelState) {
        guard let registered = states[identifier], registered.toOpaque() == Unmanaged.passUnretained(state).toOpaque()
        else { return }
        states[identifier] = nil
    }

    /// Every registered state.
    package var all: [ModelState] { states.values.map { $0.takeUnretainedValue() } }
}
