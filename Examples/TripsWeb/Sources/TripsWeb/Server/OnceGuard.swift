import Hummingbird

/// Lets the work of a form be done once, although the form is sent twice: by a double click, or by a browser that tries
/// again.
///
/// The second request waits for the first one and gets its answer. A form that was not taken may be sent again.
package actor OnceGuard {
    private enum Entry {
        case working(waiting: [CheckedContinuation<Void, Never>])
        case done(Response)
    }

    private var entries: [String: Entry] = [:]
    /// The keys of the answers, the oldest first.
    private var order: [String] = []

    /// The answers that are kept, the latest ones.
    private static let most = 1_000

    package init() {}

    /// The answer that a form got, or nil where it is the caller who has to do the work and to call ``end(_:with:)``.
    package func begin(_ key: String) async -> Response? {
        while true {
            switch entries[key] {
            case .done(let response): return response
            case .working(let waiting):
                await withCheckedContinuation { entries[key] = .working(waiting: waiting + [$0]) }
            case nil:
                entries[key] = .working(waiting: [])
                return nil
            }
        }
    }

    /// The work is done, or was not taken: then there is no answer to keep.
    package func end(_ key: String, with response: Response?) {
        if case .working(let waiting) = entries[key] { for waiter in waiting { waiter.resume() } }
        guard let response else {
            entries[key] = nil
            return
        }
        entries[key] = .done(response)
        order.append(key)
        if order.count > Self.most { entries[order.removeFirst()] = nil }
    }
}
