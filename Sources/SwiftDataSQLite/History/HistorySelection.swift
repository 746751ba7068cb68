import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The transactions to read, and their order: the part in SQL, and the part that is left to memory.
struct HistorySelection {
    let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    let condition: HistoryCondition
    private let filter: HistoryFilter
    let order: HistoryOrder

    init(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ store: DefaultStore) {
        self.descriptor = descriptor
        condition = descriptor.predicate.map { HistoryCondition($0) } ?? .constant(true)
        filter =
            HistoryFilter(
                condition,
                dialect: SQLiteDialect(),
                storeIdentifier: store.identifier,
                layout: store.layout,
                names: store.file.transactionNames
            ).readable(by: SQLiteDialect())
        order = HistoryOrder(descriptor.sortBy)
    }

    /// True if SQL selects exactly the wanted transactions, so that it can limit them too.
    private var isWhole: Bool { filter.isExact && order.isWhole }
    /// The part of the predicate that is left to evaluate in memory.
    var predicate: Predicate<DefaultHistoryTransaction>? { filter.isExact ? nil : descriptor.predicate }
    /// True if changes must be read to find out which transactions are wanted.
    var readsChanges: Bool {
        (predicate != nil && condition.readsChanges) || (!order.isWhole && order.readsChanges)
    }

    /// The maximum number of transactions, nil for all.
    var limit: Int? { descriptor.fetchLimit == 0 ? nil : Int(clamping: descriptor.fetchLimit) }

    /// - Parameter columns: The columns of `ATRANSACTION t` to select.
    func statement(_ columns: String) -> SQLFragment {
        var statement: SQLFragment =
            "SELECT \(columns) FROM ATRANSACTION t WHERE \(filter.condition) ORDER BY \(order.sql)"
        if isWhole, let limit { statement.sql += " LIMIT \(limit)" }
        return statement
    }
}
