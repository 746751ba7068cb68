#if PostgreSQL
import Foundation
import SwiftDataCore

extension QueryNode {
    /// The same condition with dates that a column can have.
    func meeting(_ dates: PostgresConfiguration.Dates) -> QueryNode {
        dates == .timestamp ? withWholeMicroseconds : self
    }

    /// The same condition with dates that a column can have: a column has whole microseconds, and `Date.now` has not.
    ///
    /// No date of a column is between two microseconds, so that `< x` is `<` the next one, and `> x` is `>` the one before.
    private var withWholeMicroseconds: QueryNode {
        switch self {
        case .logic(.and(let nodes)): .logic(.and(nodes.map(\.withWholeMicroseconds)))
        case .logic(.or(let nodes)): .logic(.or(nodes.map(\.withWholeMicroseconds)))
        case .logic(.not(let node)): .logic(.not(node.withWholeMicroseconds))
        case .comparison(let node): node.withWholeMicroseconds ?? self
        default: self
        }
    }

    /// A constant date that no column can have.
    fileprivate var dateBetween: Date? {
        guard case .value(let value) = self, case .date(let date) = value.stored, let rounded = DateValue.rounded(date),
            rounded != date
        else { return nil }
        return date
    }

    /// True for a date that is read from a column.
    fileprivate var isStoredDate: Bool {
        // A value that is compared with a date is a date.
        guard case .property(let property) = self else { return false }
        return property.role == .attribute
    }
}

extension QueryComparison {
    /// Nil where the comparison is as it has to be, or where it is none of a column and a constant.
    fileprivate var withWholeMicroseconds: QueryNode? {
        if let date = rhs.dateBetween, lhs.isStoredDate { return Self.compare(lhs, op, date) }
        if let date = lhs.dateBetween, rhs.isStoredDate { return Self.compare(rhs, op.mirrored, date) }
        return nil
    }

    private static func compare(_ column: QueryNode, _ op: Operator, _ date: Date) -> QueryNode? {
        func compare(_ op: Operator, _ rule: FloatingPointRoundingRule) -> QueryNode? {
            DateValue.rounded(date, rule).map {
                .comparison(QueryComparison(column, op, .value(QueryValue(.date($0)))))
            }
        }
        return switch op {
        case .equal, .notEqual: nil
        case .less, .lessOrEqual: compare(.less, .up)
        case .greater, .greaterOrEqual: compare(.greater, .down)
        }
    }
}
#endif
