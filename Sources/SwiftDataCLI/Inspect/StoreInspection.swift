package import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The results of a look into a store: plain values, to be printed by ``InspectCommand``.
package struct StoreInspection: Sendable {
    package struct Entity: Sendable {
        package let name: String
        package let number: Int64
        package let superName: String?
        package let className: String?
        package let isAbstract: Bool
        package let table: String
        /// Nil where the table is missing.
        package let rowCount: Int64?
        package let attributeCount: Int
        package let relationshipCount: Int
        /// The size of the whole table and its indices; nil for an entity that shares the table of another.
        package let size: Int64?
        package let versionHash: Data?
    }

    package struct Index: Sendable {
        package let name: String
        package let table: String
        package let columns: [String]
        package let isUnique: Bool
        package let size: Int64
    }

    package struct History: Sendable {
        package let transactionCount: Int64
        package let changeCount: Int64
        package let first: Date?
        package let last: Date?
        package let size: Int64
    }

    package struct ExternalFiles: Sendable {
        /// Nil where the folder cannot be listed.
        package let count: Int?
        /// Nil where a file cannot be looked at.
        package let size: Int64?
    }

    package let path: String
    /// Nil where the file cannot be looked at.
    package let fileSize: Int64?
    package let writeAheadLog: WriteAheadLog?
    package let pageSize: Int64
    package let pageCount: Int64
    package let freePageCount: Int64
    package let journalMode: String
    package let sizesAreExact: Bool
    package let entities: [Entity]
    package let indices: [Index]
    package let history: History?
    package let externalFiles: ExternalFiles
    package let oddities: [String]

    package init(_ store: OpenedStore) throws {
        let path = store.path
        let description = store.description
        self.path = path
        fileSize = Self.size(path)
        let log = WriteAheadLog(store: path)
        writeAheadLog = log
        let read = try store.connection.read { runner in
            let sizes = try TableSizes(runner, tables: description.tables.keys)
            let indices = try Self.indices(runner, sizes)
            return (
                pages: (
                    size: try runner.integer("PRAGMA page_size") ?? 0,
                    count: try runner.integer("PRAGMA page_count") ?? 0,
                    free: try runner.integer("PRAGMA freelist_count") ?? 0
                ),
                sizes: sizes, indices: indices,
                entities: try Self.entities(runner, description, sizes, indices),
                history: try Self.history(runner, description, sizes, indices)
            )
        }
        (pageSize, pageCount, freePageCount) = read.pages
        journalMode = try Self.journalMode(path)
        sizesAreExact = read.sizes.isExact
        entities = read.entities
        indices = read.indices
        history = read.history
        externalFiles = Self.externalFiles(path)
        oddities = Oddities(description, log: log, path: path).found
    }

    private static func entities(
        _ runner: SQLRunner,
        _ description: StoreDescription,
        _ sizes: TableSizes,
        _ indices: [Index]
    ) throws -> [Entity] {
        guard let layout = description.layout else { return [] }
        var outlines: [String: EntityOutline] = [:]
        for entity in layout.model.entities { outlines[entity.name] = entity }
        return try layout.tables.map { table in
            let exists = description.columns(of: table.tableName) != nil
            let condition = table.isShared ? "Z_ENT = \(table.number)" : nil
            let outline = outlines[table.entityName]
            var attributeCount = 0
            for case .attribute in outline?.properties ?? [] { attributeCount += 1 }
            let indexSize = indices.filter { $0.table == table.tableName }.reduce(0) { $0 + $1.size }
            return Entity(
                name: table.entityName,
                number: table.number,
                superName: outline?.superName,
                className: outline?.className,
                isAbstract: outline?.isAbstract ?? false,
                table: table.tableName,
                rowCount: exists ? try runner.count(table.tableName, where: condition) : nil,
                attributeCount: attributeCount,
                relationshipCount: (outline?.properties.count ?? 0) - attributeCount,
                size: table.superNumber == 0 ? sizes[table.tableName] + indexSize : nil,
                versionHash: description.metadata.modelVersionHashes[table.entityName]
            )
        }
    }

    /// The indices of the models first, the indices of the history last.
    private static func indices(_ runner: SQLRunner, _ sizes: TableSizes) throws -> [Index] {
        var found: [Index] = []
        try runner.query(
            """
            SELECT l.name, m.name, l."unique" FROM sqlite_master m, pragma_index_list(m.name) l
            WHERE m.type = 'table'
            ORDER BY m.name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING'), m.name, l.name
            """
        ) { row in
            let columns = try runner.strings("SELECT coalesce(name, '') FROM pragma_index_info(?) ORDER BY seqno") {
                $0.text(row.text(0))
            }
            found.append(
                Index(
                    name: row.text(0),
                    table: row.text(1),
                    columns: columns,
                    isUnique: row.integer(2) != 0,
                    size: sizes[row.text(0)]
                )
            )
        }
        return found
    }

    private static func history(
        _ runner: SQLRunner,
        _ description: StoreDescription,
        _ sizes: TableSizes,
        _ indices: [Index]
    ) throws -> History? {
        guard description.hasHistory else { return nil }
        let tables: Set = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
        var (first, last): (Date?, Date?) = (nil, nil)
        if description.has(["ZTIMESTAMP"], in: "ATRANSACTION") {
            try runner.query("SELECT min(ZTIMESTAMP), max(ZTIMESTAMP) FROM ATRANSACTION") { row in
                if !row.isNull(0) { first = Date(timeIntervalSinceReferenceDate: row.real(0)) }
                if !row.isNull(1) { last = Date(timeIntervalSinceReferenceDate: row.real(1)) }
            }
        }
        return History(
            transactionCount: try runner.count("ATRANSACTION"),
            changeCount: try runner.count("ACHANGE"),
            first: first,
            last: last,
            size: tables.reduce(0) { $0 + sizes[$1] }
                + indices.filter { tables.contains($0.table) }.reduce(0) { $0 + $1.size }
        )
    }

    /// The size of a file in bytes, 0 if there is none; nil if it cannot be determined.
    package static func size(_ path: String) -> Int64? {
        do { return try MissingFile.size(path) ?? 0 } catch { return nil }
    }

    /// The journal mode in the header of the file: a connection to a copy, or one that is immutable, would report its
    /// own state.
    private static func journalMode(_ path: String) throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "unknown" }
        defer { try? file.close() }
        guard let header = try file.read(upToCount: 20), header.count == 20 else { return "unknown" }
        return header[header.startIndex + 18] == 2 ? "wal" : "rollback"
    }

    private static func externalFiles(_ path: String) -> ExternalFiles {
        let storage = ExternalStorage(storePath: path)
        let names: [String]
        do { names = try storage.places().keys.sorted() } catch { return ExternalFiles(count: nil, size: nil) }
        do {
            let size = try names.reduce(Int64(0)) { try $0 + Int64(storage.size(of: $1) ?? 0) }
            return ExternalFiles(count: names.count, size: size)
        } catch {
            return ExternalFiles(count: names.count, size: nil)
        }
    }
}
