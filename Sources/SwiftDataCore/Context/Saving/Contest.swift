import Foundation

/// A save of rows that are changed elsewhere before each attempt to write them.
struct Contest {
    /// The number of times that the save was tried.
    var attempts = 0
    private let start = ContinuousClock.now

    /// The least number of times that a save is tried.
    private static let leastAttempts = 3
    /// The longest pause between two attempts, in milliseconds.
    private static let longestPause = 50

    /// Gives writers that save without a pause the time to finish: at random, and more from attempt to attempt.
    /// - Throws: The error of the conflict, where the time is over that the stores of the save allow, or where the task that
    ///   saves was cancelled.
    func waitForNextAttempt(after conflict: WriteConflict) throws {
        guard attempts >= Self.leastAttempts else { return }
        let limit = conflict.plan.parts.map(\.store.conflictTimeout).max() ?? 0
        if start.duration(to: .now) >= .seconds(limit) {
            throw error(of: conflict, "other writers kept changing the row for longer than \(limit) s")
        }
        if Task.isCancelled { throw error(of: conflict, "the task was cancelled") }
        let pause = Double.random(in: 0...Double(min(attempts, Self.longestPause)))
        Thread.sleep(forTimeInterval: 0.001 * pause)
    }

    private func error(of conflict: WriteConflict, _ reason: String) -> StoreError {
        conflict.error.saying("\(conflict.error.message) The save was tried \(attempts) times: \(reason).")
    }
}
