package import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The transactions of a store's history, read from its tables.
package struct HistoryListing: Sendable {
    package struct Transaction: Sendable {
        package let number: Int64
        package let date: Date?
        package let author: String?
        package let bundle: String
        package let process: String
        package fileprivate(set) var changes: [Change] = []
    }

    package struct Change: Sendable {
        package enum Kind: String, Sendable {
            case insert, update, delete, unknown
        }

        package let number: Int64
        package let kind: Kind
        /// The entity, or its number where the model does not have it.
        package let entity: String
        package let key: Int64
        /// The properties that an update has changed, as far as the model identifies them.
        package let properties: [String]
        /// Relationships to many without inverse that the row has joined or left, as `Entity.property`.
        package let memberships: [String]
        /// Further changes, where it is not known which properties they are of; nil if there are none.
        package let unnamed: Unnamed?
    }

    /// Changed properties that a store does not name.
    package struct Unnamed: Sendable {
        package let count: Int
        /// The properties that may be meant, the likely ones first; none if nothing is known.
        package let candidates: [String]
    }

    /// The selection of transactions and changes.
    package struct Filter: Sendable {
        package var since: Date?
        package var author: String?
        /// An entity; its subentities count.
        package var entity: String?
        /// The number of transactions, counted from the last one.
        package var limit: Int?

        package init() {}
    }

    package let transactions: [Transaction]

    /// - Throws: ``StoreError`` or ``ToolFailure``, also for a store without history.
    package init(_ store: OpenedStore, _ filter: Filter) throws {
        guard store.description.hasHistory else { throw ToolFailure("The store has no history.") }
        let family = try filter.entity.map { try store.table(of: $0).familyNumbers }
        transactions = try store.connection.read { runner in
            try Self.read(runner, store.description, filter, family)
        }
    }

    private static func read(
        _ runner: SQLRunner,
        _ description: StoreDescription,
        _ filter: Filter,
        _ family: [Int64]?
    ) throws -> [Transaction] {
        let names = TransactionNames(columns: description.columns(of: "ATRANSACTION") ?? [])
        let entities = family.map { "(\($0.map(String.init).joined(separator: ", ")))" }
        var conditions: [String] = []
        if filter.since != nil { conditions.append("t.ZTIMESTAMP >= ?") }
        if filter.author != nil { conditions.append("\(names.author) = ?") }
        if let entities {
            conditions.append("t.Z_PK IN (SELECT ZTRANSACTIONID FROM ACHANGE WHERE ZENTITY IN \(entities))")
        }
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        var transactions: [Transaction] = []
        try runner.query(
            """
            SELECT t.Z_PK, t.ZTIMESTAMP, \(names.author), \(names.bundle), \(names.process) FROM ATRANSACTION t\(condition)
            ORDER BY t.Z_PK DESC LIMIT ?
            """
        ) { binder in
            if let since = filter.since { binder.real(since.timeIntervalSinceReferenceDate) }
            if let author = filter.author { binder.text(author) }
            binder.integer(Int64(filter.limit ?? -1))
        } row: { row in
            transactions.append(
                Transaction(
                    number: row.integer(0),
                    date: row.isNull(1) ? nil : Date(timeIntervalSinceReferenceDate: row.real(1)),
                    author: row.isNull(2) ? nil : row.text(2),
                    bundle: row.text(3),
                    process: row.text(4)
                )
            )
        }
        transactions.reverse()
        let statement = try runner.prepare(
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE
            WHERE ZTRANSACTIONID = ?\(entities.map { " AND ZENTITY IN \($0)" } ?? "") ORDER BY Z_PK
            """
        )
        let numbers = transactions.map(\.number)
        let evidence = try description.layout.map { try HistoryEvidence(runner, $0, transactions: numbers) }
        for position in transactions.indices {
            let number = transactions[position].number
            try statement.query {
                $0.integer(number)
            } row: { row in
                transactions[position].changes.append(
                    change(row, description.layout, evidence?[number])
                )
            }
        }
        return transactions
    }

    private static func change(
        _ row: ResultRow,
        _ layout: StoreLayout?,
        _ evidence: TransactionEvidence?
    ) -> Change {
        let kind: Change.Kind =
            switch row.isNull(1) ? -1 : row.integer(1) {
            case 0: .insert
            case 1: .update
            case 2: .delete
            default: .unknown
            }
        let table = layout?[number: row.integer(2)]
        var (properties, memberships): ([String], [String]) = ([], [])
        var unnamed: Unnamed?
        if let layout, let table, !row.isNull(4) {
            let known = table.propertyNames(layout)
            func names(_ slots: [Int]) -> [String] { slots.filter(known.indices.contains).map { known[$0] } }
            let bitmap = row.blob(4)
            let marks = evidence?.marks(table, bitmap, layout) ?? table.historyBits.marks(in: bitmap)
            properties = names(marks.slots)
            memberships = table.implicitKeys.filter { marks.columns.contains($0.column) }
                .map { "\($0.sourceEntity).\($0.relationship)" }
            unnamed = marks.unnamed.map { Unnamed(count: $0.count, candidates: names($0.slots)) }
        }
        return Change(
            number: row.integer(0),
            kind: kind,
            entity: table?.entityName ?? "entity \(row.integer(2))",
            key: row.integer(3),
            properties: properties,
            memberships: memberships,
            unnamed: unnamed
        )
    }
}
