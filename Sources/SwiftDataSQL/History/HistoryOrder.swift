package import Foundation
package import SwiftDataCore

/// The order of transactions, as SQL where SQL can express it.
package struct HistoryOrder: Sendable {
    /// The text after `ORDER BY`.
    package let sql: String
    /// True if nothing remains to be sorted in memory.
    package let isWhole: Bool
    /// True if the sort needs the changes of the transactions.
    package let readsChanges: Bool

    /// Transactions that are equal under all descriptors are in the order of their numbers.
    package init(_ descriptors: [SortDescriptor<DefaultHistoryTransaction>], _ columns: HistoryColumns) {
        let keys = descriptors.map { Key($0, columns) }
        readsChanges = keys.contains { if case .unknown = $0 { true } else { false } }
        isWhole = keys.allSatisfy { if case .column = $0 { true } else { false } }
        guard isWhole else {
            sql = columns.number
            return
        }
        let sorted = keys.compactMap { key in if case .column(let sql) = key { sql } else { nil } }
        sql = (sorted.compactMap(\.self) + [columns.number]).joined(separator: ", ")
    }

    private enum Key {
        /// A column; nil for a value that all transactions of a store share.
        case column(String?)
        case name
        case unknown

        init(_ descriptor: SortDescriptor<DefaultHistoryTransaction>, _ columns: HistoryColumns) {
            let direction = descriptor.order == .forward ? "" : " DESC"
            switch descriptor.keyPath.flatMap({ HistoryField($0) }) {
            case .number, .token: self = .column(columns.number + direction)
            case .timestamp: self = .column(columns.timestamp + direction)
            case .store: self = .column(nil)
            case .name: self = .name
            case nil: self = .unknown
            }
        }
    }
}
