import Foundation

/// The start of a thread that may fail.
///
/// `Thread.start()` of Foundation reports no error where the system has no thread to give.
enum NewThread {
    /// Runs some work on a new thread.
    /// - Parameter name: The name, of which Linux takes up to 15 characters.
    /// - Throws: ``StoreError`` with code `busy` where the system has no thread. The work does not run.
    static func start(named name: String, _ work: @escaping @Sendable () -> Void) throws {
        #if canImport(Glibc) && !PORTABLE_FALLBACKS
            try startWithPOSIX(Work(name: name, body: work))
        #else
            try startWithFoundation(named: name, work)
        #endif
    }

    private static func failure(_ reason: String) -> StoreError {
        StoreError(
            .busy,
            "the system could not start a thread for a call of read or write (\(reason)). The closure has not run. Try again "
                + "later, reject the request, or lower contextLimits.contexts."
        )
    }
}

#if canImport(Glibc) && !PORTABLE_FALLBACKS
    import Glibc

    extension NewThread {
        private final class Work {
            let name: String
            let body: @Sendable () -> Void

            init(name: String, body: @escaping @Sendable () -> Void) {
                self.name = name
                self.body = body
            }
        }

        private static func startWithPOSIX(_ work: Work) throws {
            let context = Unmanaged.passRetained(work)
            var thread = pthread_t()
            let code = pthread_create(
                &thread,
                nil,
                { context in
                    guard let context else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                    Thread.current.name = work.name
                    work.body()
                    return nil
                },
                context.toOpaque()
            )
            guard code == 0 else {
                context.release()
                throw failure(String(cString: strerror(code)))
            }
            pthread_detach(thread)
        }
    }
#else
    extension NewThread {
        /// The time after which a thread that has not begun counts as one that never will, in seconds.
        private static let patience = 5.0

        private static func startWithFoundation(named name: String, _ work: @escaping @Sendable () -> Void) throws {
            let isTaken = Locked(false)
            let hasBegun = DispatchSemaphore(value: 0)
            let take: @Sendable () -> Bool = {
                isTaken.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
            }
            let thread = Thread {
                // A thread that begins after it was given up ends.
                guard take() else { return }
                hasBegun.signal()
                work()
            }
            thread.start()
            // Foundation does not pass it on before that, nor at once from the thread itself.
            thread.name = name
            if hasBegun.wait(timeout: .now() + patience) == .timedOut, take() {
                throw failure("it has not begun within \(patience) s")
            }
        }
    }
#endif
