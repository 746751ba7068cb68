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
            case .toOne: relationships.append((slot, state.partners.destination(at: slot).map { [$0] } ?? []))
            case .toMany: relationships.append((slot, state.partners.destinations(at: slot)))
            }
        }
    }

    func perform() {
        let state = state.lastSuccessor
        guard state.phase == .inserted || state.phase == .registered else { return }
        for (slot, value) in attributes {
            state.observing.mutateObserved(slot) { state.writing.assign(slot, value) }
        }
        for (slot, models) in relationships {
            state.observing.mutateObserved(slot) {
                if state.isToMany(slot) {
                    state.toMany.write(slot, models)
                } else {
                    state.toOne.write(slot, models.first)
                }
            }
        }
    }
}
