/// The part of a question that a database can decide.
///
/// A question is asked of each row. The part that the database cannot decide is decided in memory, on the rows that it
/// finds, so that it may find too many rows but never too few.
package enum SQLAnswer: Sendable {
    /// A condition that is 1 for matching rows. For other rows it is 0, or NULL if the question fails.
    case exact(SQLFragment)
    /// A condition that is 1 for matching rows. For other rows it may have any value, so that its negation has no
    /// meaning.
    case narrowing(SQLFragment)
    /// The database has no answer.
    case none

    /// The answer, together with a condition that holds for every matching row.
    func narrowed(by condition: SQLFragment) -> SQLAnswer {
        switch self {
        case .exact(let test): .exact("(\(condition) AND \(test))")
        case .narrowing(let test): .narrowing("(\(condition) AND \(test))")
        case .none: .narrowing("(\(condition))")
        }
    }
}
