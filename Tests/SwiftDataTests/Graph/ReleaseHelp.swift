#if DEBUG
    import Foundation
    import SwiftDataCore
    import Testing

    /// Something that another thread releases.
    final class Bundled: @unchecked Sendable {
        private var contents: [Any]

        init(_ contents: Any...) { self.contents = contents }
        func drop() { contents = [] }
    }

    /// A thread that drops a parcel, and stops in the middle until it is let go on.
    final class Releaser: @unchecked Sendable {
        private let hasStopped = DispatchSemaphore(value: 0)
        private let mayGoOn = DispatchSemaphore(value: 0)
        private let isOver = DispatchSemaphore(value: 0)
        private let thread = Mutexed<ObjectIdentifier?>(nil)

        enum Place { case storage, state, nowhere }

        /// Begins to drop a parcel. Returns when the thread has stopped at a place.
        init(dropping parcel: Bundled, stoppingAt place: Place) {
            var hooks = ReleaseHooks.Hooks()
            let stop: @Sendable () -> Void = { [thread, hasStopped, mayGoOn] in
                guard thread.withLock({ $0 }) == ObjectIdentifier(Thread.current) else { return }
                hasStopped.signal()
                mayGoOn.wait()
            }
            switch place {
            case .storage: hooks.storageIsEnding = stop
            case .state: hooks.stateIsEnding = stop
            case .nowhere: break
            }
            ReleaseHooks.set(hooks)
            Thread { [isOver, thread] in
                thread.withLock { $0 = ObjectIdentifier(Thread.current) }
                parcel.drop()
                isOver.signal()
            }.start()
            if place != .nowhere { #expect(hasStopped.wait(timeout: .now() + 20) == .success) }
        }

        /// Lets the thread go on to its end.
        func finish() {
            ReleaseHooks.set(nil)
            mayGoOn.signal()
            #expect(isOver.wait(timeout: .now() + 20) == .success, "the release waits for somebody")
        }
    }
#endif
