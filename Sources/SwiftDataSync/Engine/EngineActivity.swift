/// The parts of an engine's activity, and the errors of its last rounds.
///
/// An engine that is paused may end a round, and one that waits may run a round that the program asks for.
struct EngineActivity: Sendable {
    /// The activity of the round that runs: fetching or sending.
    private(set) var round: SyncEngine.Activity?
    var isWaiting = false
    var isPaused = false
    /// The errors of the last rounds of each kind that have failed, the latest one last.
    private var errors: [(kind: SyncEngine.Activity, error: any Error)] = []

    /// The activity that programs see.
    var shown: SyncEngine.Activity {
        if isPaused { return .paused }
        return round ?? (isWaiting ? .waiting : .idle)
    }

    /// The latest error of a round that has not been followed by a round of its kind without one.
    var lastError: (any Error)? { errors.last?.error }

    mutating func begin(_ kind: SyncEngine.Activity) { round = kind }

    mutating func end(_ kind: SyncEngine.Activity, _ error: (any Error)? = nil) {
        round = nil
        errors.removeAll { $0.kind == kind }
        if let error { errors.append((kind, error)) }
    }

    mutating func forgetErrors() { errors = [] }
}
