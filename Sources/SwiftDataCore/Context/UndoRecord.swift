/// What one undoable change found: the values it replaced, and which models were in the context.
///
/// It is filled while the change is made, by those who make it, so that whatever follows from a change is undone with
/// it: other sides, cascades, and models that were brought in.
final class UndoRecord {
    /// A value before it changed.
    struct Value {
        let state: ModelState
        let slot: Int
        let value: StoredValue
        let held: [any PersistentModel]?
    }

    /// Whether a model was in the context before that changed.
    struct Life {
        let state: ModelState
        let wasAttached: Bool
        let wasDetached: Bool
        let held: [Int: [any PersistentModel]]
    }

    private struct Place: Hashable {
        let state: ObjectIdentifier
        let slot: Int
    }

    private(set) var values: [Value] = []
    private(set) var lives: [Life] = []
    private var places: Set<Place> = []
    /// The models, which an action keeps as long as it can be done.
    private var models: [ObjectIdentifier: any PersistentModel] = [:]

    /// Whether anything has changed since it was noted.
    var isOfChange: Bool {
        !lives.isEmpty || values.contains { !$0.state.isSame(at: $0.slot, as: $0.value) }
    }

    /// Notes a value that is about to change.
    func note(_ state: ModelState, _ slot: Int) {
        let key = ObjectIdentifier(state)
        guard places.insert(Place(state: key, slot: slot)).inserted else { return }
        models[key] = state.model
        values.append(Value(state: state, slot: slot, value: state.value(at: slot), held: state.held[slot]))
    }

    /// Notes that a model is about to come into the context, or to leave it.
    func noteLife(_ state: ModelState, _ model: (any PersistentModel)?) {
        let key = ObjectIdentifier(state)
        guard places.insert(Place(state: key, slot: -1)).inserted else { return }
        models[key] = model ?? state.model
        lives.append(
            Life(
                state: state,
                wasAttached: state.phase == .inserted || state.phase == .registered,
                wasDetached: state.phase == .detached,
                held: state.held
            )
        )
    }
}
