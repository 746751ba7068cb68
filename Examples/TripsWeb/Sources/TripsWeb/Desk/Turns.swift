/// Lets those who change something do so one after the other, in the order in which they came.
///
/// A JSON store has no lock that contexts take before they read what they change: of two that change the same list at the
/// same moment, the later one would save a list without what the earlier one has added.
package actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Does some work, where the caller is, when it is its turn.
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
