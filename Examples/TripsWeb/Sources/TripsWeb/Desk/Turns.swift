/// The turns of the writers of a store, in the order in which they ask for one.
///
/// A JSON store has no lock that contexts take before they read what they change: of two that change the same list at the
/// same moment, the later one would save a list without what the earlier one has added.
package actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Runs some work in the isolation of the caller, once every earlier turn has ended.
    /// - Throws: The error of the work. The turn ends then too.
    package nonisolated(nonsending) func take<Value>(
        _ work: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        await begin()
        do {
            let value = try await work()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
