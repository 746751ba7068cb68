/// One requirement on models and contexts, with any store.
struct StoreBehaviour: Sendable {
    /// The behaviour, as a sentence.
    let name: String
    let needs: Set<StoreCapability>
    let body: @Sendable (StoreUnderTest) throws -> Void

    init(
        _ name: String,
        needs: Set<StoreCapability> = [],
        _ body: @escaping @Sendable (StoreUnderTest) throws -> Void
    ) {
        self.name = name
        self.needs = needs
        self.body = body
    }

    /// Every behaviour that is not random.
    static var all: [StoreBehaviour] {
        saving + values + identity + fetching + predicates + relationships + deleteRules + uniqueness + inheritance
            + contexts + undoing + failures + historyContent + historyKeeping
    }

    static func named(_ behaviours: NamedBehaviours) -> [StoreBehaviour] {
        switch behaviours {
        case .all: all
        case .ofValues: values + fetching + predicates + historyKeeping
        case .ofRows: saving + identity + deleteRules + uniqueness
        case .none: []
        }
    }
}

/// Some of the behaviours that are not random.
///
/// A store in a further configuration is tried by the behaviours that the configuration concerns.
package enum NamedBehaviours: Sendable {
    case all
    /// The behaviours that depend on the form of stored values.
    case ofValues
    /// The behaviours that depend on keys, locks and constraints.
    case ofRows
    case none
}

/// A behaviour that was looked for and not found.
struct BehaviourFailure: Error, CustomStringConvertible {
    let description: String
}

/// Throws where a condition does not hold.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw BehaviourFailure(description: what()) }
}

/// Throws where two values are not equal. The values of the suite's own models may be printed.
func expect<Value: Equatable>(_ found: Value, is expected: Value, _ what: @autoclosure () -> String) throws {
    if found != expected {
        throw BehaviourFailure(description: "\(what()): \(found) instead of \(expected)")
    }
}

/// The value, or a failure that names the missing part.
func expectSome<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
    guard let value else { throw BehaviourFailure(description: "\(what()) is nil") }
    return value
}

/// Returns the error that a body throws; fails where it does not throw.
func expectError(_ what: @autoclosure () -> String, _ body: () throws -> Void) throws -> any Error {
    do { try body() } catch { return error }
    throw BehaviourFailure(description: "\(what()) did not throw")
}
