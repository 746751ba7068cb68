/// The part of a question that a database can decide.
///
/// A question is asked of each row. What the database leaves open is decided in memory, on the rows that it finds, so
/// that it may find too many and never too few.
package enum SQLAnswer: Sendable {
    /// A condition that is 1 for the rows that are meant, and 0, or NULL where the question fails, for all others.
    case exact(SQLFragment)
    /// A condition that is 1 for the rows that are meant. It may be anything for others, so that its opposite says
    /// nothing.
    case narrowing(SQLFragment)
    /// The database can say nothing.
    case none

    /// The answer, and a condition that holds for every row that is meant.
    func narrowed(by condition: SQLFragment) -> SQLAnswer {
        switch self {
        case .exact(let test): .exact("(\(condition) AND \(test))")
        case .narrowing(let test): .narrowing("(\(condition) AND \(test))")
        case .none: .narrowing("(\(condition))")
        }
    }
}
