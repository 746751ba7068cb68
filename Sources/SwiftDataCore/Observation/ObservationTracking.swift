#if compiler(<6.4) && !canImport(Darwin)
    public import Observation

    /// The namespace of the options, events and tokens of ``withContinuousObservation(options:apply:)``.
    ///
    /// A back-port of the tracking of Swift 6.4 (SE-0506) for older compilers. `import SwiftData` brings it; with Swift
    /// 6.4 the names refer to the module `Observation`.
    public struct ObservationTracking: Sendable {
        private init() {}
    }

    extension ObservationTracking {
        /// The kinds of events that an observation reports.
        public struct Options: SetAlgebra, Sendable {
            private var kinds: Set<Kind>

            fileprivate enum Kind: Sendable {
                case willSet, didSet, `deinit`
            }

            private init(kinds: Set<Kind>) { self.kinds = kinds }

            /// No events: an observation with it calls its closure once.
            public init() { self.init(kinds: []) }

            /// A property that was read is about to change.
            public static var willSet: Options { Options(kinds: [.willSet]) }
            /// A property that was read has changed.
            public static var didSet: Options { Options(kinds: [.didSet]) }
            /// An object whose properties were read has ended. Swift's observation before 6.4 does not report it: there
            /// are no such events.
            public static var `deinit`: Options { Options(kinds: [.deinit]) }

            /// True if the options contain all options of the other set.
            public func contains(_ member: Options) -> Bool { kinds.isSuperset(of: member.kinds) }
            /// The options of both.
            public func union(_ other: Options) -> Options { Options(kinds: kinds.union(other.kinds)) }
            /// The options that are in both.
            public func intersection(_ other: Options) -> Options { Options(kinds: kinds.intersection(other.kinds)) }
            /// The options that are in one of them only.
            public func symmetricDifference(_ other: Options) -> Options {
                Options(kinds: kinds.symmetricDifference(other.kinds))
            }

            /// Adds options.
            @discardableResult
            public mutating func insert(_ newMember: Options) -> (inserted: Bool, memberAfterInsert: Options) {
                let isNew = !contains(newMember)
                formUnion(newMember)
                return (isNew, newMember)
            }

            /// Removes options.
            @discardableResult
            public mutating func remove(_ member: Options) -> Options? {
                let removed = intersection(member)
                kinds.subtract(member.kinds)
                return removed.kinds.isEmpty ? nil : removed
            }

            /// Adds options, and returns the ones that were present before.
            @discardableResult
            public mutating func update(with newMember: Options) -> Options? {
                let before = intersection(newMember)
                formUnion(newMember)
                return before.kinds.isEmpty ? nil : before
            }

            /// Adds the options of the other.
            public mutating func formUnion(_ other: Options) { kinds.formUnion(other.kinds) }
            /// Keeps the options that are in both.
            public mutating func formIntersection(_ other: Options) { kinds.formIntersection(other.kinds) }
            /// Keeps the options that are in one of them only.
            public mutating func formSymmetricDifference(_ other: Options) {
                kinds.formSymmetricDifference(other.kinds)
            }
        }

        /// The reason for which the closure of an observation is called. It is valid during the call.
        public struct Event: ~Copyable {
            /// The kind of an event.
            public struct Kind: Equatable, Sendable {
                private enum Value: Sendable {
                    case initial, willSet, didSet, `deinit`
                }

                private let value: Value

                /// The first call.
                public static var initial: Kind { Kind(value: .initial) }
                /// A property was about to change.
                public static var willSet: Kind { Kind(value: .willSet) }
                /// A property has changed.
                public static var didSet: Kind { Kind(value: .didSet) }
                /// An object has ended.
                public static var `deinit`: Kind { Kind(value: .deinit) }
            }

            /// The kind of the event.
            public let kind: Kind
            private let change: TrackedChange?
            private let observation: ContinuousObservation

            init(_ kind: Kind, _ change: TrackedChange?, _ observation: ContinuousObservation) {
                self.kind = kind
                self.change = change
                self.observation = observation
            }

            /// True if the event is the change of a property.
            ///
            /// Several changes before one call are one event, which is the last of them.
            public func matches(_ keyPath: PartialKeyPath<some Observable>) -> Bool { change?.keyPath == keyPath }

            /// Ends the observation: this call of the closure is the last one.
            public func cancel() { observation.cancel() }
        }

        /// Keeps an observation going. It ends with the token.
        public struct Token: ~Copyable {
            private let observation: ContinuousObservation

            init(_ observation: ContinuousObservation) { self.observation = observation }

            deinit { observation.cancel() }

            /// Ends the observation: the closure is not called again, also for a change from before.
            public consuming func cancel() {}
        }
    }
#endif
