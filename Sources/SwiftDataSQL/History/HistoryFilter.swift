import Foundation
package import SwiftDataCore

/// The rows of `ATRANSACTION` that a condition may hold for, as SQL.
package struct HistoryFilter: Sendable {
    /// A condition that is 0 or 1 for each row of the table under the alias `t`, never NULL.
    package let condition: SQLFragment
    /// True if no row fulfils the condition that does not fulfil the predicate.
    package let isExact: Bool

    private init(_ condition: SQLFragment, isExact: Bool = true) {
        self.condition = condition
        self.isExact = isExact
    }

    private init(_ parts: [HistoryFilter], _ separator: String) {
        let condition = parts.map(\.condition).chained(separator)
        self.init("(\(condition))", isExact: parts.allSatisfy(\.isExact))
    }

    /// The filter, or no filter if it is nested more deeply than the database reads.
    package func readable(by dialect: some SQLDialect) -> HistoryFilter {
        condition.depth > dialect.limits.depth ? HistoryFilter("1", isExact: false) : self
    }

    private init(_ holds: Bool) { self.init(holds ? "1" : "0") }

    package init(
        _ condition: HistoryCondition,
        dialect: any SQLDialect,
        storeIdentifier: String,
        layout: StoreLayout,
        names: TransactionNames
    ) {
        func filter(_ condition: HistoryCondition) -> HistoryFilter {
            HistoryFilter(
                condition,
                dialect: dialect,
                storeIdentifier: storeIdentifier,
                layout: layout,
                names: names
            )
        }
        switch condition {
        case .constant(let holds): self.init(holds)
        case .number(let op, let number): self.init(Self.number(op, number))
        case .token(let op, let token): self = Self.token(op, token, storeIdentifier)
        case .timestamp(let op, let date): self = Self.timestamp(op, date)
        case .store(let op, let identifier): self.init(op.holds(storeIdentifier, identifier))
        case .name(let name, let text): self = Self.name(name, text, names, dialect)
        case .change(let identifier):
            self.init(Self.change(identifier, storeIdentifier, layout), isExact: false)
        case .and: self.init(condition.conjuncts.map(filter), " AND ")
        case .or: self.init(condition.disjuncts.map(filter), " OR ")
        case .not(let inner):
            let inner = filter(inner)
            // The negation of a condition that holds for too many rows would hold for too few.
            self.init(inner.isExact ? "(NOT \(inner.condition))" : "1", isExact: inner.isExact)
        case .unknown: self.init("1", isExact: false)
        }
    }

    private static func number(_ op: HistoryCondition.Operator, _ number: Int64) -> SQLFragment {
        "t.Z_PK \(op.sql) \(SQLFragment(binding: .integer(number), .integer(.int64)))"
    }

    /// Every transaction came after a token of another store.
    private static func token(
        _ op: HistoryCondition.Operator,
        _ token: DefaultHistoryToken,
        _ storeIdentifier: String
    ) -> HistoryFilter {
        switch (op, token.position(in: storeIdentifier)) {
        case (.equal, _) where token.storeIdentifiers.count != 1: HistoryFilter(false)
        case (.notEqual, _) where token.storeIdentifiers.count != 1: HistoryFilter(true)
        case (_, let position?): HistoryFilter(number(op, position))
        case (.greater, nil), (.greaterOrEqual, nil), (.notEqual, nil): HistoryFilter(true)
        case (.less, nil), (.lessOrEqual, nil), (.equal, nil): HistoryFilter(false)
        }
    }

    /// A transaction without a time precedes all transactions with one.
    private static func timestamp(_ op: HistoryCondition.Operator, _ date: Date) -> HistoryFilter {
        guard date.timeIntervalSinceReferenceDate.isFinite, date > .distantPast else {
            return HistoryFilter("1", isExact: false)
        }
        let comparison: SQLFragment = "t.ZTIMESTAMP \(op.sql) \(SQLFragment(binding: .date(date), .date))"
        switch op {
        case .less, .lessOrEqual, .notEqual: return HistoryFilter("(t.ZTIMESTAMP IS NULL OR \(comparison))")
        case .greater, .greaterOrEqual, .equal:
            return HistoryFilter("(t.ZTIMESTAMP IS NOT NULL AND \(comparison))")
        }
    }

    /// Names are equal as Swift's strings are, by canonical equivalence.
    private static func name(
        _ name: HistoryCondition.Name,
        _ text: String?,
        _ names: TransactionNames,
        _ dialect: any SQLDialect
    ) -> HistoryFilter {
        let expression =
            switch name {
            case .author: names.author
            case .bundle: names.bundle
            case .process: names.process
            }
        guard let text else { return HistoryFilter("(\(expression) IS NULL)") }
        let value = SQLFragment(binding: .string(text), .string)
        guard let canonical = dialect.canonical("\(expression)") else { return HistoryFilter("1", isExact: false) }
        return HistoryFilter("(\(dialect.same(canonical, value)))")
    }

    private static func change(
        _ identifier: PersistentIdentifier,
        _ storeIdentifier: String,
        _ layout: StoreLayout
    ) -> SQLFragment {
        let identifier = identifier.resolved
        guard identifier.storeIdentifier == storeIdentifier, let key = identifier.row,
            let table = layout[identifier.entityName]
        else { return "0" }
        let row = SQLFragment(binding: .integer(key), .integer(.int64))
        return "EXISTS (SELECT 1 FROM ACHANGE c WHERE c.ZTRANSACTIONID = t.Z_PK AND c.ZENTITYPK = \(row) "
            + "AND c.ZENTITY = \(table.number))"
    }
}

extension SQLFragment {
    fileprivate static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment { "\(left)\(right)" }
}

extension HistoryCondition.Operator {
    fileprivate var sql: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
