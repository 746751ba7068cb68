/// The states of a to-many relationship's members, so that reading the relationship again, as appending to it does,
/// does not look every member up.
///
/// The cache holds nothing alive. It is good as long as no state of the context has been released, and it checks each
/// member against the identifier that stands in its place now.
package struct MemberCache {
    private var states: [Unmanaged<ModelState>]
    private let releasedStates: Int

    /// - Parameter releasedStates: How many states of the context had been released before the first of these was found.
    package init(_ states: [Unmanaged<ModelState>], releasedStates: Int) {
        self.states = states
        self.releasedStates = releasedStates
    }

    /// The models, if the cache is still right for these identifiers.
    package func models<Element: PersistentModel>(
        for identifiers: [PersistentIdentifier],
        in unit: UnitOfWork
    ) -> [Element]? {
        guard releasedStates == unit.releasedStates, states.count == identifiers.count else { return nil }
        // A class without `@Model` has the layout of its superclass.
        let exact = Element._$modelLayout.modelType == Element.self ? Element._$modelLayout : nil
        var isRight = true
        let models = [Element](capacity: states.count) { models in
            for (reference, identifier) in zip(states, identifiers) {
                let state = reference.takeUnretainedValue()
                guard state.identifier == identifier, state.phase != .gone, let model = state.model,
                    state.layout === exact || model is Element
                else {
                    isRight = false
                    return
                }
                models.append(model)
            }
        }
        return isRight ? models : nil
    }

    /// Whether the given models begin with the members, in their order.
    package func isPrefix<Element: PersistentModel>(
        of models: [Element],
        _ identifiers: [PersistentIdentifier],
        in unit: UnitOfWork
    ) -> Bool {
        guard releasedStates == unit.releasedStates, states.count == identifiers.count, models.count >= states.count
        else { return false }
        for index in states.indices {
            let state = states[index].takeUnretainedValue()
            guard state.identifier == identifiers[index], state.phase != .gone, state.model === models[index] else {
                return false
            }
        }
        return true
    }

    /// Adds a member at the end.
    package mutating func append(_ state: ModelState) {
        states.append(Unmanaged.passUnretained(state))
    }
}
