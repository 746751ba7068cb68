import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The content of a store's file besides the rows of models: its identifier, and the tables that it has.
struct StoreFile {
    let identifier: String
    /// The history that saves are written to.
    let history: StoredHistory
    /// The columns of `ACHANGE` for values of deleted rows.
    var tombstoneColumns: Set<String>
    /// The assignment of these columns to the attributes of deleted rows; empty if the file does not record it.
    var tombstoneNumbers: TombstoneNumbers
    let orders: OrderColumns
    let served: ServedModel

    /// True if this library made the file, and Apple's frameworks have not taken it over.
    var isWrittenByLibrary: Bool { orders.mayGrow }
    /// True if there was a history at the last look.
    var hasHistory: Bool { history.exists }
    /// The columns of the names in `ATRANSACTION`: older versions of Core Data have other columns.
    var transactionNames: TransactionNames { history.names }

    /// Opens the tables of a file, and makes them in an empty one.
    /// - Throws: ``StoreError`` with code `notADatabase` for a database of something else, or `cannotOpen` naming the
    ///   entity and property that the file has no table or column for.
    static func open(_ connection: StoreConnection, _ layout: StoreLayout) throws -> StoreFile {
        let version = connection.known.version
        let file = try connection.read { try existing($0, layout, path: connection.path) } ?? make(connection, layout)
        file.served.begin(version)
        return file.withTombstoneColumns(connection, layout)
    }

    private static func make(_ connection: StoreConnection, _ layout: StoreLayout) throws -> StoreFile {
        guard !connection.isReadOnly else {
            throw StoreError(.cannotOpen, "\(connection.path ?? "the store") is empty, and may not be written")
        }
        return try connection.write { runner in
            // Another process may have made the tables since.
            if let file = try existing(runner, layout, path: connection.path) { return file }
            if let path = connection.path, ExternalReferences(layout).isPossible {
                try ExternalStorage.makeOwnFolderIfShared(path, files: connection.files)
            }
            return try create(runner, layout)
        }
    }

    /// Nil for a file without tables.
    static func existing(_ runner: SQLRunner, _ layout: StoreLayout, path: String?) throws -> StoreFile? {
        let tables = try runner.tableNames()
        if tables.isEmpty { return nil }
        guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
            throw StoreError(
                .notADatabase,
                "\(path ?? "the file") is a database, but neither SwiftData nor Core Data made it"
            )
        }
        let metadata = try metadata(runner, path: path ?? "the store")
        try StoreFileCheck(layout: layout, tables: tables, path: path ?? "the store").check(runner)
        let changeColumns = try runner.strings("SELECT name FROM pragma_table_info('ACHANGE')")
        let names = try StoredHistory.names(runner, tables: tables)
        var tombstones = metadata.tombstones
        // If there is no history, the tables will have the form of a new store's.
        if names == nil { tombstones.append(layout.tables) }
        return StoreFile(
            identifier: metadata.storeIdentifier,
            history: StoredHistory(names: names),
            tombstoneColumns: names == nil
                ? HistoryTables.tombstoneNames(layout) : Set(changeColumns.filter { $0.hasPrefix("ZTOMBSTONE") }),
            tombstoneNumbers: tombstones,
            orders: OrderColumns(try OrderColumns.stored(runner), mayGrow: metadata.hasLibraryHashes),
            served: ServedModel(metadata)
        )
    }

    /// `Z_METADATA.Z_VERSION` of every store that Core Data has written so far.
    private static let layoutVersion: Int64 = 1

    static func metadata(_ runner: SQLRunner, path: String) throws -> StoreMetadata {
        var found: (identifier: String, list: Data)?
        try runner.query("SELECT Z_UUID, Z_PLIST, Z_VERSION FROM Z_METADATA LIMIT 1") { row in
            guard row.integer(2) <= layoutVersion else {
                throw StoreError(
                    .newerLayout,
                    "\(path) has version \(row.integer(2)) of the layout; this library knows version "
                        + "\(layoutVersion). Update it."
                )
            }
            if !row.isNull(0) { found = (row.text(0), row.blob(1)) }
        }
        guard let found else { throw StoreError(.notADatabase, "\(path) has no metadata of a store") }
        do {
            return try StoreMetadata(storeIdentifier: found.identifier, propertyList: found.list)
        } catch let error as StoreError {
            throw StoreError(error.code, "\(path): \(error.message)", underlying: error.underlyingError)
        }
    }

    private static func create(_ runner: SQLRunner, _ layout: StoreLayout) throws -> StoreFile {
        for statement in layout.creationStatements { try runner.run(statement) }
        for table in layout.tables {
            try runner.run("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)") {
                $0.integer(table.number)
                $0.text(table.storedName)
                $0.integer(table.superNumber)
            }
        }
        var metadata = StoreMetadata(layout.model)
        metadata.tombstones.append(layout.tables)
        let list = try metadata.propertyList()
        try runner.run("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (?, ?, ?)") {
            $0.integer(layoutVersion)
            $0.text(metadata.storeIdentifier)
            $0.blob(list)
        }
        let cache = try ModelCache.content(layout.model)
        try runner.run("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)") { $0.blob(cache) }
        return StoreFile(
            identifier: metadata.storeIdentifier,
            history: StoredHistory(names: TransactionNames(columns: Set(HistoryTables.transactionColumns))),
            tombstoneColumns: HistoryTables.tombstoneNames(layout),
            tombstoneNumbers: metadata.tombstones,
            orders: OrderColumns([], mayGrow: true),
            served: ServedModel(metadata)
        )
    }
}

extension HistoryTables {
    /// The columns for values of deleted rows that new tables of the history have.
    fileprivate static func tombstoneNames(_ layout: StoreLayout) -> Set<String> {
        Set(layout.tables.flatMap { $0.tombstones.map(\.name) })
    }
}
