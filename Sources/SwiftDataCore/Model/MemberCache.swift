/// The states of a to-many relationship's members, so that reading the relationship again, as appending to it does,
/// does not look every member up.
///
/// The cache holds nothing alive. It is valid as long as no state has left the identity map of the context, and it
/// checks each member against the identifier that stands in its place now. Its references are used only under the lock
/// of that map, which a registered state needs in order to end.
package struct MemberCache {
    private var states: [Unmanaged<ModelState>]
    private let departures: Int

    /// - Parameters:
    ///   - states: References to states that were registered when they were found.
    ///   - departures: The number of states that had left the identity map before the first of these was found.
    package init(_ states: [Unmanaged<ModelState>], departures: Int) {
        self.states = states
        self.departures = departures
    }

    /// The models, if the cache is still right for these identifiers.
    package func models<Element: PersistentModel>(
        for identifiers: [PersistentIdentifier],
        in unit: UnitOfWork
    ) -> [Element]? {
        guard states.count == identifiers.count else { return nil }
        // A class without `@Model` has the layout of its superclass.
        let exact = Element._$modelLayout.modelType == Element.self ? Element._$modelLayout : nil
        // The models are released outside of the lock: a model's end needs it.
        let found = unit.identityMap.ifNoneDeparted(since: departures) { () -> (models: [Element], isWhole: Bool) in
            var isWhole = true
            let models = [Element](capacity: states.count) { models in
                for (reference, identifier) in zip(states, identifiers) {
                    isWhole = reference._withUnsafeGuaranteedRef { state in
                        guard state.identifier == identifier, state.phase != .gone, let model = state.model else {
                            return false
                        }
                        models.append(model)
                        return state.layout === exact || model is Element
                    }
                    if !isWhole { return }
                }
            }
            return (models, isWhole)
        }
        guard let found, found.isWhole else { return nil }
        return found.models
    }

    /// True if the given models begin with the members, in their order.
    package func isPrefix<Element: PersistentModel>(
        of models: [Element],
        _ identifiers: [PersistentIdentifier],
        in unit: UnitOfWork
    ) -> Bool {
        guard states.count == identifiers.count, models.count >= states.count else { return false }
        return unit.identityMap.ifNoneDeparted(since: departures) {
            for index in states.indices {
                let isSame = states[index]._withUnsafeGuaranteedRef { state in
                    state.identifier == identifiers[index] && state.phase != .gone
                        && state.isReference(to: models[index])
                }
                guard isSame else { return false }
            }
            return true
        } ?? false
    }

    /// Adds a member at the end.
    package mutating func append(_ state: ModelState) {
        states.append(Unmanaged.passUnretained(state))
    }
}
