/// The sum of floating-point numbers, whose rounding errors are added up and compensated at the end: the algorithm of
/// Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen" (1974).
package struct FloatingSum: Sendable {
    private var sum = 0.0
    private var compensation = 0.0

    package init() {}

    @inline(__always)
    package mutating func add(_ number: Double) {
        let next = sum + number
        compensation += sum.magnitude >= number.magnitude ? (sum - next) + number : (number - next) + sum
        sum = next
    }

    /// The sum. Infinities and NaN have Swift's meaning.
    package var value: Double {
        // The compensation of an infinite sum is NaN.
        compensation.isFinite ? sum + compensation : sum
    }

    /// The sum as a store hands it over.
    package var stored: StoredValue { .double(value) }

    /// Adds the sum of other numbers; false for a value that is none.
    package mutating func add(stored value: StoredValue) -> Bool {
        switch value {
        case .double(let number): add(number)
        case .integer(let number): add(Double(number))
        default: return false
        }
        return true
    }
}
