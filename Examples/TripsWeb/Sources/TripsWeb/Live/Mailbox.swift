import Synchronization

/// The fragments that a tab has not been sent yet: the newest text of each fragment, however long the tab does not read.
///
/// The board puts fragments in and never waits; one reader takes them out. The wake-ups are a buffer of one.
package final class Mailbox: Sendable {
    package let number: Int
    package let key: FeedKey
    /// An element for each time that there may be something to take out.
    package let wakeups: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let waiting = Mutex<[Fragment]>([])

    package init(number: Int, key: FeedKey) {
        self.number = number
        self.key = key
        (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Replaces what waits by newer text.
    package func put(_ fragments: [Fragment]) {
        waiting.withLock { waiting in
            waiting.removeAll { old in fragments.contains { $0.id == old.id } }
            waiting += fragments
        }
        wake.yield()
    }

    /// Wakes the reader although there is nothing, so that a lost connection is noticed.
    package func ping() { wake.yield() }

    /// Ends the wake-ups.
    package func finish() { wake.finish() }

    /// Takes out the fragments that wait.
    package func take() -> [Fragment] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
