import Foundation
import Synchronization

/// A lock for a few loads and stores, which is taken for each object that is fetched and for each that ends.
///
/// `Mutex` takes two atomic read-modify-write operations, one to lock and one to unlock, since a waiting thread has to be
/// woken. Here a waiting thread looks again by itself, so that unlocking is a plain store. It is held for less time than
/// it takes to wake a thread, and hardly ever contended: another thread takes it to release a model.
struct ShortLock: ~Copyable, Sendable {
    private let isTaken = Atomic<Bool>(false)

    /// Runs a function that calls no code of the program's and does not take the lock again.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        if isTaken.exchange(true, ordering: .acquiring) { wait() }
        defer { isTaken.store(false, ordering: .releasing) }
        return body()
    }

    @inline(never)
    private func wait() {
        var attempts = 0
        repeat {
            attempts += 1
            // The thread that holds the lock may have been interrupted. Sleeping lets it run, whatever its priority.
            if attempts.isMultiple(of: 64) { Thread.sleep(forTimeInterval: 0.000_02) }
        } while isTaken.load(ordering: .relaxed) || isTaken.exchange(true, ordering: .acquiring)
    }
}
