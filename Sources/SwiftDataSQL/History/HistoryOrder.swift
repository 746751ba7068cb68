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
    package init(_ descriptors: [SortDescriptor<DefaultHistoryTransaction>]) {
        let keys = descriptors.map { Key($0) }
        readsChanges = keys.contains { if case .unknown = $0 { true } else { false } }
        isWhole = keys.allSatisfy { if case .column = $0 { true } else { false } }
        guard isWhole else {
            sql = "t.Z_PK"
            return
        }
        let columns = keys.compactMap { key in if case .column(let sql) = key { sql } else { nil } }
        sql = (columns.compactMap(\.self) + ["t.Z_PK"]).joined(separator: ", ")
    }

    private enum Key {
        /// A column; nil for a value that all transactions of a store share.
        case column(String?)
        case name
        case unknown

        init(_ descriptor: SortDescriptor<DefaultHistoryTransaction>) {
            let direction = descriptor.order == .forward ? "" : " DESC"
            switch descriptor.keyPath.flatMap({ HistoryField($0) }) {
            case .number, .token: self = .column("t.Z_PK" + direction)
            case .timestamp: self = .column("t.ZTIMESTAMP" + direction)
            case .store: self = .column(nil)
            case .name: self = .name
            case nil: self = .unknown
            }
        }
    }
}
