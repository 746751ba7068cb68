// Tasks of the library itself. They run for a context or an observer, and begin without the task-local values of the code
// that happened to cause them: the container of `ModelContainer.withCurrent` must not reach the views that follow a change.

/// Runs work in a later turn of the main actor, without the task-local values of the caller.
func inLaterTurnOfMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
    Task.detached(priority: Task.currentPriority) { @MainActor in work() }
}

/// Runs asynchronous work in a task of its own, without the task-local values of the caller.
func inTaskOfItsOwn(_ work: @escaping @Sendable () async -> Void) {
    Task.detached(priority: Task.currentPriority) { await work() }
}
