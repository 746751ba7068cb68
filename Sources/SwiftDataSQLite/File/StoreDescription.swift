import Foundation
package import SwiftDataCore
package import SwiftDataSQL

/// The description that the file of a store gives of itself, without any schema of ours: for tools.
package struct StoreDescription: Sendable {
    /// The store's UUID and its hashes.
    package let metadata: StoreMetadata
    /// The other entries of the metadata.
    package let details: StoreMetadataDetails
    /// The model of the model cache.
    package let model: ModelOutline?
    /// The layout of the rows of that model.
    package let layout: StoreLayout?
    /// The reason for a missing model or layout.
    package let modelFailure: StoreError?
    /// The configurations that the cached model has; SwiftData makes one that is called "default".
    package let configurations: [String]
    /// The names of the columns of each table, in order.
    package let tables: [String: [String]]
    package let triggers: [String]

    /// - Throws: ``StoreError`` with code `notADatabase` for a file that is no store of SwiftData or Core Data.
    package init(_ runner: SQLRunner, path: String) throws {
        let names = try runner.strings("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        guard Set(names).isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
            throw StoreError(
                .notADatabase,
                "\(path) is a database, but neither SwiftData nor Core Data made it"
            )
        }
        var tables: [String: [String]] = [:]
        for name in names {
            tables[name] = try runner.strings("SELECT name FROM pragma_table_info(?) ORDER BY cid") { $0.text(name) }
        }
        self.tables = tables
        triggers = try runner.strings("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        metadata = try StoreFile.metadata(runner, path: path)
        details = StoreMetadataDetails(try Self.blob(runner, "SELECT Z_PLIST FROM Z_METADATA LIMIT 1") ?? Data())
        var failure: StoreError?
        var found: (model: ModelOutline, layout: StoreLayout)?
        let hasCache = tables["Z_MODELCACHE"]?.contains("Z_CONTENT") == true
        let content = hasCache ? try Self.blob(runner, "SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") : nil
        if let content {
            do {
                var model = try ModelCache.model(content)
                model.form = try StoredForm(runner, isWrittenByLibrary: metadata.hasLibraryHashes)
                found = (model, try StoreLayout(model))
            } catch let error as StoreError {
                failure = error
            }
        } else {
            failure = StoreError(.corruptRow, "The store has no model cache.")
        }
        model = found?.model
        layout = found?.layout
        modelFailure = failure
        configurations = content.map(ModelCache.configurations) ?? []
    }

    /// The model and where it has its rows.
    /// - Throws: ``StoreError`` where the file does not contain it.
    package func requireLayout() throws -> StoreLayout {
        if let layout { return layout }
        throw modelFailure ?? StoreError(.corruptRow, "The store has no model cache.")
    }

    /// True if Core Data or SwiftData keeps a history in the file.
    package var hasHistory: Bool {
        ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].allSatisfy { tables[$0] != nil }
    }

    /// True if a table has some columns; SQLite ignores the case of names.
    package func has(_ columns: [String], in table: String) -> Bool {
        guard let existing = self.columns(of: table) else { return false }
        return columns.allSatisfy { existing.contains($0.uppercased()) }
    }

    /// The columns of a table in upper case; nil for one that is not there.
    package func columns(of table: String) -> Set<String>? {
        let name = table.uppercased()
        let found = tables[table] ?? tables.first { $0.key.uppercased() == name }?.value
        return found.map { Set($0.map { $0.uppercased() }) }
    }

    private static func blob(_ runner: SQLRunner, _ sql: String) throws -> Data? {
        var found: Data?
        try runner.query(sql) { row in if found == nil, !row.isNull(0) { found = row.blob(0) } }
        return found
    }
}

extension ModelCache {
    /// The names of the configurations in the content of a model cache; none where it cannot be read.
    static func configurations(_ content: Data) -> [String] {
        guard let archive = RawDeflate.decompress(content, limit: 1 << 26), let reader = KeyedArchiveReader(archive)
        else { return [] }
        return reader.entries("NSConfigurations", of: reader.root).map(\.key).sorted()
    }
}
