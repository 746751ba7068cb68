/// The results of a ``StoreBehaviourSuite``.
public struct StoreBehaviourReport: Sendable, CustomStringConvertible {
    /// A behaviour that the store does not have.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The behaviour, as a sentence.
        public let behaviour: String
        /// The reason: the behaviour that was seen instead.
        public let reason: String

        /// The behaviour and the reason.
        public var description: String { "\(behaviour): \(reason)" }
    }

    /// A behaviour that was not tried.
    public struct Skip: Sendable {
        /// The behaviour, as a sentence.
        public let behaviour: String
        /// The capabilities that it needs and the store lacks.
        public let lacking: Set<StoreCapability>
    }

    /// The name of the store.
    public let store: String
    /// The number of behaviours that were tried.
    public private(set) var run = 0
    /// The behaviours that were not tried, in order.
    public private(set) var skipped: [Skip] = []
    /// The behaviours that failed, in order.
    public private(set) var failures: [Failure] = []

    init(store: String) { self.store = store }

    mutating func noteRun() { run += 1 }

    mutating func note(skipped behaviour: String, for lacking: Set<StoreCapability>) {
        skipped.append(Skip(behaviour: behaviour, lacking: lacking))
    }

    mutating func note(failed behaviour: String, because reason: String) {
        run += 1
        failures.append(Failure(behaviour: behaviour, reason: reason))
    }

    /// One line, and one more for each failure.
    public var description: String {
        let capabilities = Set(skipped.flatMap(\.lacking)).sorted { $0.rawValue < $1.rawValue }
        let reasons = capabilities.isEmpty ? "" : " (\(capabilities.map(\.rawValue).joined(separator: ", ")))"
        let failed =
            failures.isEmpty ? "none" : "\(failures.count)\n" + failures.map { "  \($0)" }.joined(separator: "\n")
        return "\(store): \(run) behaviours run, \(skipped.count) skipped by capability\(reasons), failed: \(failed)"
    }
}
