/// The exact sum of whole numbers, which 2^63 numbers of 64 bits cannot overflow.
package struct IntegerSum: Sendable, Equatable {
    package private(set) var total: Int128 = 0

    package init() {}

    package mutating func add(_ number: some BinaryInteger) { total += Int128(truncatingIfNeeded: number) }

    /// The sum as a store hands it over: an integer, or its digits where it is beyond 64 bits.
    package var stored: StoredValue {
        Int64(exactly: total).map(StoredValue.integer) ?? .string(String(total))
    }

    /// Adds the sum of other numbers; false for a value that is none.
    package mutating func add(stored value: StoredValue) -> Bool {
        switch value {
        case .integer(let number): add(number)
        case .string(let digits):
            guard let number = Int128(digits) else { return false }
            total += number
        default: return false
        }
        return true
    }

    /// The sum divided by a number of values, rounded once.
    package func mean(of count: Int) -> Double {
        let (quotient, remainder) = total.quotientAndRemainder(dividingBy: Int128(count))
        // A quotient of more than 53 bits has no room for a fraction.
        guard let whole = Int64(exactly: quotient), whole.magnitude < 1 << 53 else {
            return Double(total) / Double(count)
        }
        return Double(whole) + Double(remainder) / Double(count)
    }
}
