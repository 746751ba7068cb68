/// The reason why a condition has no value for a row, such as an overflow. The row does not match.
package struct QueryFailure: Error, Sendable {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package static let overflow = QueryFailure("arithmetic overflow")
    package static let divisionByZero = QueryFailure("division by zero")
    package static let unexpectedNil = QueryFailure("nil where a value is needed")
    package static let invertedRange = QueryFailure("a range whose bounds are the wrong way round")
    package static let outOfBounds = QueryFailure("an index out of bounds")
    package static let badCast = QueryFailure("a cast to another class")
    package static let typeMismatch = QueryFailure("a value of another type")
}
