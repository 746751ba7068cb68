/// A value with the clock of the edit that wrote it. Of two registers the one with the later clock remains.
///
/// Equal clocks have equal values, unless a store was restored from a backup and kept its device number. The greater value
/// remains then, so that all devices keep the same one.
package struct Register<Value: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    package let clock: HybridClock
    package let value: Value

    package init(clock: HybridClock, value: Value) {
        self.clock = clock
        self.value = value
    }

    package static func < (left: Register, right: Register) -> Bool {
        left.clock != right.clock ? left.clock < right.clock : left.value < right.value
    }
}

/// Makes a value the greater one of two, of which each may be missing. Returns true where it has changed.
func raise<Value: Comparable>(_ value: inout Value?, to other: Value?) -> Bool {
    guard let other else { return false }
    if let own = value, !(own < other) { return false }
    value = other
    return true
}

/// Returns the greater one of two values, of which each may be missing.
func later<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
    guard let left else { return right }
    guard let right else { return left }
    return left < right ? right : left
}
