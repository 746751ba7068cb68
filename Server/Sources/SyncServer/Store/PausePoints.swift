import Dispatch
import Synchronization

/// The places at which a test can stop the store, where something else may happen between two of its steps.
package enum PausePoint: Sendable {
    /// A compaction is planned, and has removed nothing yet.
    case planned
    /// A snapshot has taken the place of its packets, which are still there.
    case replaced
    /// A compaction reads packets.
    case reading
    /// A page has read the row of its zone.
    case pageBegun
    /// A push has its packets in memory, and has stored none.
    case pushing
    /// A zone is removed, and its rows still exist.
    case zoneRemoved
    /// Some of many rows are removed, and other rows are left.
    case sliceRemoved
    /// The files of a backup are in their place, and have their old accounts.
    case restored
}

/// The actions of tests at pause points. A server has none, and continues.
package final class PausePoints: Sendable {
    private let actions = Mutex<[PausePoint: @Sendable () async throws -> Void]>([:])

    package init() {}

    /// Sets the action at a point; nil for nothing.
    package func set(_ point: PausePoint, _ action: (@Sendable () async throws -> Void)?) {
        actions.withLock { $0[point] = action }
    }

    func reach(_ point: PausePoint) async throws { try await actions.withLock { $0[point] }?() }

    /// Does the same on a thread that may block.
    func reachBlocking(_ point: PausePoint) {
        guard let action = actions.withLock({ $0[point] }) else { return }
        let done = DispatchSemaphore(value: 0)
        Task {
            // An action of a test that fails here records it there: the caller goes on.
            try? await action()
            done.signal()
        }
        done.wait()
    }
}
