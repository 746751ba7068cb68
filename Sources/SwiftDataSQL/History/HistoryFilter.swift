import Foundation
package import SwiftDataCore

/// The transactions of a history that a condition may hold for, as SQL.
package struct HistoryFilter: Sendable {
    /// A condition that is true or false for each row of the table under the alias `t`, never NULL.
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

    /// A filter that every transaction passes.
    package static func all(_ dialect: some SQLDialect) -> HistoryFilter {
        HistoryFilter(dialect.literal(true), isExact: false)
    }

    /// The filter, or no filter if it is nested more deeply than the database reads.
    package func readable(by dialect: some SQLDialect) -> HistoryFilter {
        condition.depth > dialect.limits.depth ? .all(dialect) : self
    }

    package init(
        _ condition: HistoryCondition,
        dialect: any SQLDialect,
        storeIdentifier: String,
        layout: StoreLayout,
        columns: HistoryColumns
    ) {
        let writing = FilterWriting(
            dialect: dialect,
            storeIdentifier: storeIdentifier,
            layout: layout,
            columns: columns
        )
        self = writing.filter(condition)
    }

    /// The writing of a filter for one store.
    private struct FilterWriting {
        let dialect: any SQLDialect
        let storeIdentifier: String
        let layout: StoreLayout
        let columns: HistoryColumns

        func filter(_ condition: HistoryCondition) -> HistoryFilter {
            switch condition {
            case .constant(let holds): constant(holds)
            case .number(let op, let number): HistoryFilter(self.number(op, number))
            case .token(let op, let token): self.token(op, token)
            case .timestamp(let op, let date): timestamp(op, date)
            case .store(let op, let identifier): constant(op.holds(storeIdentifier, identifier))
            case .name(let name, let text): self.name(name, text)
            case .change(let identifier): HistoryFilter(change(identifier), isExact: false)
            case .and: HistoryFilter(condition.conjuncts.map(filter), " AND ")
            case .or: HistoryFilter(condition.disjuncts.map(filter), " OR ")
            case .not(let inner): negation(filter(inner))
            case .unknown: unknown
            }
        }

        private var unknown: HistoryFilter { HistoryFilter(dialect.literal(true), isExact: false) }

        private func constant(_ holds: Bool) -> HistoryFilter { HistoryFilter(dialect.literal(holds)) }

        /// The negation of a condition that holds for too many rows would hold for too few.
        private func negation(_ inner: HistoryFilter) -> HistoryFilter {
            inner.isExact ? HistoryFilter("(NOT \(inner.condition))") : unknown
        }

        private func number(_ op: HistoryCondition.Operator, _ number: Int64) -> SQLFragment {
            "\(columns.number) \(op.sql) \(SQLFragment(binding: .integer(number), .integer(.int64)))"
        }

        /// Every transaction came after a token of another store.
        private func token(_ op: HistoryCondition.Operator, _ token: DefaultHistoryToken) -> HistoryFilter {
            switch (op, token.position(in: storeIdentifier)) {
            case (.equal, _) where token.storeIdentifiers.count != 1: constant(false)
            case (.notEqual, _) where token.storeIdentifiers.count != 1: constant(true)
            case (_, let position?): HistoryFilter(number(op, position))
            case (.greater, nil), (.greaterOrEqual, nil), (.notEqual, nil): constant(true)
            case (.less, nil), (.lessOrEqual, nil), (.equal, nil): constant(false)
            }
        }

        /// A transaction without a time precedes all transactions with one.
        private func timestamp(_ op: HistoryCondition.Operator, _ date: Date) -> HistoryFilter {
            guard date.timeIntervalSinceReferenceDate.isFinite, date > .distantPast else { return unknown }
            let time = columns.timestamp
            let comparison: SQLFragment = "\(time) \(op.sql) \(SQLFragment(binding: .date(date), .date))"
            switch op {
            case .less, .lessOrEqual, .notEqual: return HistoryFilter("(\(time) IS NULL OR \(comparison))")
            case .greater, .greaterOrEqual, .equal:
                return HistoryFilter("(\(time) IS NOT NULL AND \(comparison))")
            }
        }

        /// Names are equal as Swift's strings are, by canonical equivalence.
        private func name(_ name: HistoryCondition.Name, _ text: String?) -> HistoryFilter {
            let expression =
                switch name {
                case .author: columns.author
                case .bundle: columns.bundle
                case .process: columns.process
                }
            guard let text else { return HistoryFilter("(\(expression) IS NULL)") }
            let value = dialect.normalized(SQLFragment(binding: .string(text), .string))
            guard let canonical = dialect.canonical("\(expression)") else { return unknown }
            return HistoryFilter("(\(dialect.same(canonical, value)))")
        }

        private func change(_ identifier: PersistentIdentifier) -> SQLFragment {
            let identifier = identifier.resolved
            guard identifier.storeIdentifier == storeIdentifier, let key = identifier.row,
                let table = layout[identifier.entityName]
            else { return dialect.literal(false) }
            return columns.hasChanged(key, of: table.number)
        }
    }
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
