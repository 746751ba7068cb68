#if compiler(<6.4) && !canImport(Darwin)
    @_spi(SwiftUI) import Observation

    // A function that the module `Observation` of Swift 6.2 and 6.3 has for SwiftUI alone: fact S1. Swift's public
    // function reports the first change only, before it, and without the property.

    /// A change of a property that was read in ``trackingReads(_:willSet:didSet:)``.
    struct TrackedChange: Sendable {
        private let tracking: Observation.ObservationTracking

        fileprivate init(_ tracking: Observation.ObservationTracking) { self.tracking = tracking }

        /// The property that has changed; of several changes, the last one.
        var keyPath: AnyKeyPath? { tracking.changed }

        /// Ends the reports of changes for all properties that were read in the same closure.
        func endTracking() { tracking.cancel() }
    }

    /// Runs a closure, and reports each change of a property that it has read, from its end on.
    func trackingReads(
        _ body: () -> Void,
        willSet: (@Sendable (TrackedChange) -> Void)?,
        didSet: (@Sendable (TrackedChange) -> Void)?
    ) {
        switch (willSet, didSet) {
        case (let willSet?, let didSet?):
            withObservationTracking(
                body,
                willSet: { willSet(TrackedChange($0)) },
                didSet: { didSet(TrackedChange($0)) }
            )
        case (let willSet?, nil): withObservationTracking(body, willSet: { willSet(TrackedChange($0)) })
        case (nil, let didSet?): withObservationTracking(body, didSet: { didSet(TrackedChange($0)) })
        case (nil, nil): body()
        }
    }

    /// A closure that is called without a suspension, in its isolation: fact S2.
    struct IsolatedCall {
        typealias Closure = @isolated(any) @Sendable (borrowing ObservationTracking.Event) -> Void

        private let isolation: (any Actor)?
        private let call: @Sendable (borrowing ObservationTracking.Event) -> Void

        init(_ closure: @escaping Closure) {
            isolation = closure.isolation
            // The compiler makes the same conversion of `closure as …`, but warns.
            call = unsafeBitCast(closure, to: (@Sendable (borrowing ObservationTracking.Event) -> Void).self)
        }

        /// Calls the closure. To be called in its isolation, which is checked.
        func callAsFunction(_ event: borrowing ObservationTracking.Event) {
            isolation?.preconditionIsolated("The closure of an observation is called in its own isolation.")
            call(event)
        }
    }
#endif
