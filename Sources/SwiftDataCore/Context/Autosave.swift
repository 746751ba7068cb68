/// Saves a context that asked for it: once in a turn of the main actor after a change, and when the context goes.
///
/// A context of another isolation has no turn that could be waited for: it is saved by `processPendingChanges()` and
/// when it goes.
package struct Autosave {
    package var isEnabled = false
    /// Whether the context belongs to the main actor.
    package var isOnMainActor = false
    private var isScheduled = false

    package mutating func schedule(_ unit: UnitOfWork) {
        guard isEnabled, isOnMainActor, !isScheduled, !unit.isSaving, !unit.isInTransaction else { return }
        isScheduled = true
        // The unit is used on the main actor only; the box carries it there.
        let box = MainActorBox(unit)
        Task { @MainActor in
            guard let unit = box.unit else { return }
            unit.autosave.isScheduled = false
            unit.saveAutomatically()
        }
    }
}

/// `@unchecked Sendable` without a lock: made and opened on the main actor only.
private final class MainActorBox: @unchecked Sendable {
    weak var unit: UnitOfWork?
    init(_ unit: UnitOfWork) { self.unit = unit }
}

extension UnitOfWork {
    /// Saves if the context asks for it. A failure is logged, and the changes stay pending.
    package func saveAutomatically() {
        guard autosave.isEnabled, !isInTransaction, hasChanges else { return }
        do {
            try save(posting: context)
        } catch {
            log.error("autosave failed, the changes stay pending: \(error)")
        }
    }
}
