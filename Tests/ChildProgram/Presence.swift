import Synchronization

/// The number of models of the program in memory.
let livingModels = Atomic<Int>(0)

/// Counts a model for as long as it is in memory.
final class Presence: Sendable {
    init() { livingModels.wrappingAdd(1, ordering: .relaxed) }
    deinit { livingModels.wrappingSubtract(1, ordering: .relaxed) }
}

/// Waits until no model is left in memory, for some seconds at most: ends of contexts that belong to an actor come in a
/// later turn of it.
/// - Returns: The number that is left.
@MainActor func modelsThatStay() async -> Int {
    for _ in 0..<500 where livingModels.load(ordering: .relaxed) > 0 {
        try? await Task.sleep(for: .milliseconds(10))
    }
    return livingModels.load(ordering: .relaxed)
}
