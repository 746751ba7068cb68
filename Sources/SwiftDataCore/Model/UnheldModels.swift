/// Finds the models in no context that only hold each other, and releases them.
///
/// A model in no context holds its partners, since nothing else does: two that refer to each other would stay for ever
/// when they leave a context unsaved and the program does not use them. So at that moment the references to each are
/// counted, and where none comes from outside of the graph, its models stop to hold each other.
struct UnheldModels {
    private var states: [ModelState] = []
    private var known: Set<ObjectIdentifier> = []

    /// Releases the models, and the models that they lead to, as far as nothing else holds them.
    ///
    /// Called where nothing of the library holds a model of them.
    static func release(_ states: [ModelState]) {
        let all = UnheldModels(reachableFrom: states)
        guard !all.states.isEmpty else { return }
        let unheld = all.states(without: all.heldFromOutside())
        // Released when each state is whole again: a model's `deinit` is the user's code.
        let released = unheld.map(\.held)
        for state in unheld { state.held = HeldPartners() }
        withExtendedLifetime(released) {}
    }

    private init(reachableFrom roots: [ModelState]) {
        var waiting = roots.filter { $0.phase == .detached }
        while let state = waiting.popLast() {
            guard state.phase == .detached, known.insert(ObjectIdentifier(state)).inserted else { continue }
            state.closeMembers()
            states.append(state)
            for partner in state.held.models { waiting.append(partner._$modelState) }
        }
    }

    /// The models that have another holder.
    private func heldFromOutside() -> Set<ObjectIdentifier> {
        var inside: [ObjectIdentifier: Int] = [:]
        for state in states {
            for partner in state.held.models { inside[ObjectIdentifier(partner), default: 0] += 1 }
        }
        return Set(inside.filter { model, count in retainCount(of: model) > count }.keys)
    }

    /// The states that cannot be reached from models that are held. Models that are not held by a partner either are
    /// released, or have another owner.
    private func states(without held: Set<ObjectIdentifier>) -> [ModelState] {
        var partners: Set<ObjectIdentifier> = []
        for state in states {
            for partner in state.held.models { partners.insert(ObjectIdentifier(partner)) }
        }
        var reached: Set<ObjectIdentifier> = []
        var waiting = states.filter { state in
            guard let model = state.model.map({ ObjectIdentifier($0) }) else { return false }
            return held.contains(model) || !partners.contains(model)
        }
        while let state = waiting.popLast() {
            guard reached.insert(ObjectIdentifier(state)).inserted else { continue }
            for partner in state.held.models { waiting.append(partner._$modelState) }
        }
        return states.filter { !reached.contains(ObjectIdentifier($0)) }
    }
}
