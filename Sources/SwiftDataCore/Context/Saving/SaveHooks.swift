import Foundation

/// Runs the hooks of the models of a save, sets the dates of their changes, and checks them.
///
/// Changes: the models, by code of the program, and their dates. Asks: the pending changes.
struct SaveHooks {
    let unit: UnitOfWork

    /// - Throws: The errors of hooks, and one error for all problems of all models.
    func run() throws {
        try callWillSave()
        try setDates()
        try validate()
    }

    /// The new and the changed models of classes with a hook, in order.
    private func states(where isWanted: (ModelHooks) -> Bool) -> [ModelState] {
        unit.pending.inserted.values.filter { isWanted($0.layout.hooks) }
            + unit.pending.changed.values.filter { isWanted($0.layout.hooks) && unit.isReallyChanged($0) }
    }

    /// A hook may change other models, whose hooks are called then. Each is called once.
    private func callWillSave() throws {
        var called: Set<ObjectIdentifier> = []
        while true {
            let next = states(where: \.willSave).filter { called.insert(ObjectIdentifier($0)).inserted }
            if next.isEmpty { return }
            for state in next { try (state.model as? any _WillSaveHook)?._willSave() }
        }
    }

    private func setDates() throws {
        let now = Date()
        for state in states(where: { !$0.createdSlots.isEmpty || !$0.updatedSlots.isEmpty }) {
            let hooks = state.layout.hooks
            if state.phase == .inserted {
                for slot in hooks.createdSlots {
                    // A date that an optional attribute has is that of an import.
                    if state.layout.properties[slot].isOptional, !state.isNull(slot) { continue }
                    try set(slot, now, state)
                }
            }
            for slot in hooks.updatedSlots { try set(slot, now, state) }
        }
    }

    private func set(_ slot: Int, _ date: Date, _ state: ModelState) throws {
        guard case .attribute(let attribute) = state.layout.properties[slot].shape, attribute.kind == .date else {
            throw StoreError(
                .validation,
                "the property is marked as the date of a change, but its type is not Date.",
                entity: state.layout.entityName,
                property: state.layout.properties[slot].name
            )
        }
        state.writing.assign(slot, .date(date))
    }

    private func validate() throws {
        var problems: [any Error] = []
        var type: (any _ValidationHook.Type)?
        for state in states(where: \.validates) {
            guard let model = state.model as? any _ValidationHook else { continue }
            let found = model._problems()
            if !found.isEmpty, type == nil { type = Swift.type(of: model) }
            problems += found
        }
        if let type { throw type._failure(problems) }
    }
}

extension ModelState {
    fileprivate func isNull(_ slot: Int) -> Bool {
        if case .null = values[slot] { true } else { false }
    }
}

/// Calls the fetch hook of saved models that a fetch returns.
struct FetchHooks {
    /// - Parameter models: The results of a fetch.
    static func run(_ models: [some PersistentModel]) {
        for model in models {
            let state = model._$modelState
            guard state.layout.hooks.didFetch, state.phase != .inserted, let hooked = model as? any _DidFetchHook,
                !state.madeExtras.didCallFetchHook
            else { continue }
            state.madeExtras.didCallFetchHook = true
            hooked._didFetch()
        }
    }
}
