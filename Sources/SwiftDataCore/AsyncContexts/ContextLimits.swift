extension ModelContainer {
    /// The limits of ``ModelContainer/read(waitLimit:totalLimit:_:)`` and ``ModelContainer/write(waitLimit:totalLimit:_:)``.
    ///
    /// An addition to Apple's API.
    public struct ContextLimits: Hashable, Sendable {
        /// The maximum number of calls that run at once, each on a thread of its own: 4 unless set, at least 1.
        ///
        /// Further calls wait for a place. One of the places at most is taken by ``ModelContainer/write(waitLimit:totalLimit:_:)``.
        public var contexts: Int
        /// The maximum time that a call waits before its closure runs, for a place and for the write lock together: 10
        /// seconds unless set.
        public var wait: Duration
        /// The maximum time of a call from its beginning to its end, the wait included: 60 seconds unless set; nil for none.
        public var total: Duration?

        /// Limits, with a default for each.
        public init(contexts: Int = 4, wait: Duration = .seconds(10), total: Duration? = .seconds(60)) {
            self.contexts = contexts
            self.wait = wait
            self.total = total
        }
    }

    /// The limits of the container's calls of `read` and `write`, which begin after it is set.
    ///
    /// An addition to Apple's API. It may be read and set from any isolation. With a smaller number of contexts, calls
    /// that are under way run to their end. Setting one of the limits leaves the rest unchanged, also where another
    /// task sets them at the same time.
    public var contextLimits: ContextLimits {
        get { core.contextPool.limits }
        set { core.contextPool.limits = newValue }
        _modify {
            let before = core.contextPool.limits
            var after = before
            // Also where the code that changes it throws, as with `get` and `set`.
            defer { core.contextPool.changeLimits(from: before, to: after) }
            yield &after
        }
    }
}
