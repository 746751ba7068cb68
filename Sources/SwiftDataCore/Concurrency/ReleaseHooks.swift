#if DEBUG
    import Synchronization

    /// Pauses for tests: each makes two threads meet in one order, so that a race is found every time.
    ///
    /// A release build has none of it.
    package enum ReleaseHooks {
        package struct Hooks: Sendable {
            /// Runs as a model's storage ends, on the thread that releases the model.
            package var storageIsEnding: (@Sendable () -> Void)?
            /// Runs as a state ends, before the identity map has forgotten it.
            package var stateIsEnding: (@Sendable () -> Void)?
            /// Runs when the identity map has found a state, before the caller uses it.
            package var stateWasFound: (@Sendable () -> Void)?

            package init() {}
        }

        private static let isSet = Atomic<Bool>(false)
        private static let hooks = Mutex(Hooks())

        /// Sets the hooks of the process; nil takes them away.
        package static func set(_ newHooks: Hooks?) {
            hooks.withLock { $0 = newHooks ?? Hooks() }
            isSet.store(newHooks != nil, ordering: .sequentiallyConsistent)
        }

        private static func run(_ hook: KeyPath<Hooks, (@Sendable () -> Void)?>) {
            guard isSet.load(ordering: .relaxed) else { return }
            hooks.withLock { $0[keyPath: hook] }?()
        }

        static func storageIsEnding() { run(\.storageIsEnding) }
        static func stateIsEnding() { run(\.stateIsEnding) }
        static func stateWasFound() { run(\.stateWasFound) }
    }
#endif
