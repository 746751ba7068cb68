package import Foundation
package import SwiftDataCore

/// The transactions to read, and their order: the part in SQL, and the part that is left to memory.
package struct HistorySelection {
    package let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    package let condition: HistoryCondition
    private let columns: HistoryColumns
    private let filter: HistoryFilter
    package let order: HistoryOrder

    package init(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        dialect: some SQLDialect,
        storeIdentifier: String,
        layout: StoreLayout,
        columns: HistoryColumns
    ) {
        let condition = descriptor.predicate.map { HistoryCondition($0) } ?? .constant(true)
        self.init(
            descriptor,
            condition,
            columns,
            HistoryFilter(
                condition,
                dialect: dialect,
                storeIdentifier: storeIdentifier,
                layout: layout,
                columns: columns
            ).readable(by: dialect)
        )
    }

    private init(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>,
        _ condition: HistoryCondition,
        _ columns: HistoryColumns,
        _ filter: HistoryFilter
    ) {
        self.descriptor = descriptor
        self.condition = condition
        self.columns = columns
        self.filter = filter
        order = HistoryOrder(descriptor.sortBy, columns)
    }

    /// The same transactions, all of which are read and filtered in memory.
    package func unfiltered(_ dialect: some SQLDialect) -> HistorySelection {
        HistorySelection(descriptor, condition, columns, .all(dialect))
    }

    /// True if SQL selects exactly the wanted transactions, so that it can limit them too.
    private var isWhole: Bool { filter.isExact && order.isWhole }
    /// The part of the predicate that is left to evaluate in memory.
    package var predicate: Predicate<DefaultHistoryTransaction>? { filter.isExact ? nil : descriptor.predicate }
    /// True if changes must be read to determine which transactions are requested.
    package var readsChanges: Bool {
        (predicate != nil && condition.readsChanges) || (!order.isWhole && order.readsChanges)
    }

    /// The maximum number of transactions, nil for all.
    package var limit: Int? { descriptor.fetchLimit == 0 ? nil : Int(clamping: descriptor.fetchLimit) }

    /// The statement that reads the columns of ``TransactionHead``.
    /// - Parameter more: A further condition.
    package func statement(and more: SQLFragment? = nil) -> SQLFragment {
        let condition = more.map { "\(filter.condition) AND \($0)" } ?? filter.condition
        var statement: SQLFragment =
            "SELECT \(columns.heads) FROM \(columns.table) t WHERE \(condition) ORDER BY \(order.sql)"
        if isWhole, let limit { statement.sql += " LIMIT \(limit)" }
        return statement
    }
}
