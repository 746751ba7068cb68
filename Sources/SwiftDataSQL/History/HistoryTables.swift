/// The tables of the history, which every SwiftData store has.
package enum HistoryTables {
    /// The numbers of the history's own rows in `Z_PRIMARYKEY`, which are inserted with the first transaction.
    package static let changeNumber: Int64 = 16001
    package static let transactionNumber: Int64 = 16002
    package static let transactionStringNumber: Int64 = 16003
    /// The names of the history's own rows in `Z_PRIMARYKEY`.
    package static let names: [(number: Int64, name: String)] = [
        (changeNumber, "CHANGE"), (transactionNumber, transactionName), (transactionStringNumber, "TRANSACTIONSTRING"),
    ]
    package static let transactionName = "TRANSACTION"

    /// The columns of `ATRANSACTION`, where this library makes it.
    package static let transactionColumns = [
        "Z_PK", "Z_ENT", "Z_OPT", "ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS", "ZTIMESTAMP", "ZAUTHOR",
        "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID", "ZQUERYGEN",
    ]

    /// The tables and their indices.
    static func statements(tombstoneCount: Int) -> [String] {
        // Without a declared affinity that converts, a column gives back the value that the row had.
        let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
        return [
            "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, "
                + "ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )",
            "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, "
                + "ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, "
                + "ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
            "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
            "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
            "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
            "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
            "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
            "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
            "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
            "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
        ]
    }
}

/// A column of `ACHANGE` that keeps a value of a row that was deleted.
package struct TombstoneColumn: Sendable, Hashable {
    /// Such as `ZTOMBSTONE0`.
    package let name: String
    /// The property, marked `.preserveValueOnDeletion`.
    package let slot: Int
    /// Where the value was.
    package let source: Column

    /// The columns for an entity's marked attributes, by name, one for each column that an attribute has.
    static func columns(of properties: [PropertyOutline], at columns: [PropertyColumns]) -> [TombstoneColumn] {
        let marked = properties.indices
            .filter {
                if case .attribute(let attribute) = properties[$0] { attribute.preservesValueOnDeletion } else { false }
            }
            .sorted { precedesByName(properties[$0].name, properties[$1].name) }
        let sources = marked.flatMap { slot in columns[slot].valueColumns.map { (slot, $0) } }
        return sources.enumerated().map { index, source in
            TombstoneColumn(name: "ZTOMBSTONE\(index)", slot: source.0, source: source.1)
        }
    }
}
