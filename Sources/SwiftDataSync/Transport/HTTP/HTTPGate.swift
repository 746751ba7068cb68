import SwiftDataCore

/// The time that the server has asked to wait for. Calls before its end fail without a request.
final class HTTPGate: Sendable {
    private let opening = Locked<ContinuousClock.Instant?>(nil)

    func close(for time: Duration) {
        let instant = ContinuousClock.now + time
        opening.withLock { $0 = max($0 ?? instant, instant) }
    }

    func check() throws(SyncTransportError) {
        guard let opening = opening.withLock({ $0 }) else { return }
        let rest = opening - .now
        guard rest > .zero else { return }
        throw SyncTransportError(
            .unreachable,
            "The server has asked to wait for another \(rest.components.seconds + 1) s. Try again then.",
            retryAfter: rest
        )
    }
}
