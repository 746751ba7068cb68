/// Edits of a model that are made again by way of the accessors, once a save is over.
struct RepeatedEdits {
    let state: ModelState
    private var attributes: [(slot: Int, value: StoredValue)] = []
    private var relationships: [(slot: Int, models: [any PersistentModel])] = []

    init(state: ModelState, relationships: [(slot: Int, models: [any PersistentModel])]) {
        self.state = state
        self.relationships = relationships
    }

    /// The edits of some properties of a model, to be made again on a model that takes its place.
    init(_ slots: Set<Int>, of state: ModelState, on target: ModelState) {
        self.state = target
        for slot in slots.sorted() {
            switch state.layout.properties[slot].shape {
            case .attribute: attributes.append((slot, state.values[slot]))
            case .toOne: relationships.append((slot, state.destination(at: slot).map { [$0] } ?? []))
            case .toMany: relationships.append((slot, state.destinations(at: slot)))
            }
        }
    }

    func perform() {
        let state = state.lastSuccessor
        guard state.phase == .inserted || state.phase == .registered else { return }
        for (slot, value) in attributes {
            state.mutateObserved(slot) { state.assign(slot, value) }
        }
        for (slot, models) in relationships {
            state.mutateObserved(slot) {
                if state.isToMany(slot) {
                    state.writeToMany(slot, models)
                } else {
                    state.writeToOne(slot, models.first)
                }
            }
        }
    }
}

extension ModelState {
    /// The state by which the model is known now.
    var lastSuccessor: ModelState {
        var last = self
        while let next = last.successor { last = next }
        return last
    }
}
