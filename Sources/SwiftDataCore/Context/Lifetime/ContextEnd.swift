import Synchronization

/// The end of a context, whose models may live on: they hold the unit of work, and lead to its unsaved changes.
///
/// Used inside the gate of the context. ``endsWithModels`` alone is also read by threads that release models.
package final class ContextEnd {
    /// True if the context is released, and the unit no longer keeps models.
    package private(set) var hasLetGo = false
    private let isEndingWithModels = Atomic(false)
    /// A state with a model, as it was found when the context was released.
    private weak var survivor: ModelState?

    package init() {}

    /// True if unsaved changes outlive their context: the last model ends them.
    package var endsWithModels: Bool { isEndingWithModels.load(ordering: .relaxed) }

    /// The context has gone.
    package func begin() { hasLetGo = true }

    /// Unsaved changes end with the models. Set before any model is looked up: see ``ModelEnding/leave()``.
    package func waitForModels() { isEndingWithModels.store(true, ordering: .sequentiallyConsistent) }

    /// A change was made. Where the context is released, the unit ends with the models.
    package func noteChange() {
        if hasLetGo { waitForModels() }
    }

    /// The unit has a context again.
    package func revoke() {
        hasLetGo = false
        isEndingWithModels.store(false, ordering: .sequentiallyConsistent)
    }

    /// True if a state has a model that the program holds. The one that was found last is asked first.
    /// - Parameters:
    ///   - states: The states of the context, which are searched if the context is released.
    ///   - isHeld: True for a state whose model the program holds.
    package func hasSurvivor(
        in states: @autoclosure () -> some Sequence<ModelState>,
        isHeld: (ModelState) -> Bool
    ) -> Bool {
        if let survivor, isHeld(survivor) { return true }
        survivor = states().first(where: isHeld)
        return survivor != nil
    }
}
