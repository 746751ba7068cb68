import SwiftDataSQL
import SwiftDataSQLite

/// The tables, columns and indices that the model asks for.
enum StructureCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        let expected = try ExpectedStructure(file.layout)
        var findings: [Finding] = []
        for (table, columns) in expected.tables {
            guard let existing = file.description.columns(of: table) else {
                findings.append(missing(table: table, file.layout))
                continue
            }
            let missing = columns.filter { !existing.contains($0.uppercased()) }
            if !missing.isEmpty {
                findings.append(
                    Finding(.structure, "The table \(table) has no column \(missing.joined(separator: ", ")).")
                )
            }
        }
        let existing = try ExpectedStructure.indices(file.runner)
        for index in expected.indices where !existing.contains(where: { index.isServed(by: $0) }) {
            if let finding = try missing(index, file) { findings.append(finding) }
        }
        return findings
    }

    /// The table of a many-to-many relationship is named with the relationship.
    private static func missing(table name: String, _ layout: StoreLayout) -> Finding {
        for table in layout.tables {
            for (slot, columns) in table.properties.enumerated() {
                guard case .toManyByJoin(_, name, _, _) = columns else { continue }
                let names = table.propertyNames(layout)
                let property = names.indices.contains(slot) ? names[slot] : nil
                return Finding(
                    .structure,
                    "The table \(name) of this relationship is missing.",
                    entity: table.entityName,
                    property: property
                )
            }
        }
        return Finding(.structure, "The table \(name) is missing.")
    }

    /// A missing unique index lets duplicates in; any other makes the store slower.
    private static func missing(_ index: ExpectedStructure.Index, _ file: CheckedFile) throws -> Finding? {
        guard file.description.has(index.columns, in: index.table) else { return nil }
        let columns = index.columns.joined(separator: ", ")
        let kind = index.isUnique ? "unique index" : "index"
        var finding = Finding(.indices, "The \(kind) \(index.name) over \(columns) of \(index.table) is missing.")
        finding.severity = index.isUnique ? .problem : .note
        let duplicates = index.isUnique ? try UniquenessCheck.duplicates(index.table, index.columns, file) : nil
        if duplicates == nil, file.description.tables[index.table] != nil {
            finding.repair = Repair("Made the \(kind) \(index.name).", [Repair.Statement(index.statement)])
        }
        return finding
    }
}

/// The structure of a fresh store of a model, found out by making one in memory.
struct ExpectedStructure {
    struct Index {
        let name: String
        let table: String
        let columns: [String]
        let isUnique: Bool
        let statement: String

        /// True if another index serves the same purpose, whatever its name: names of indices that clash are numbered.
        func isServed(by other: Index) -> Bool {
            guard table.uppercased() == other.table.uppercased(), !isUnique || other.isUnique else { return false }
            let (own, others) = (columns.map { $0.uppercased() }, other.columns.map { $0.uppercased() })
            // The key of a join table: a migration of Core Data's that renames the table leaves the order of its columns.
            if isKey || isOfJoin { return isUnique ? Set(own) == Set(others) : own.first == others.first }
            return own == others
        }

        /// True if the index belongs to the table and has no statement of its own.
        private var isKey: Bool { statement.isEmpty }
        private var isOfJoin: Bool { columns.count == 2 && table.hasPrefix("Z_") }
    }

    /// The columns of the tables of entities and relationships.
    let tables: [(name: String, columns: [String])]
    let indices: [Index]

    init(_ layout: StoreLayout) throws {
        let connection = try StoreConnection.inMemory()
        defer { try? connection.close() }
        (tables, indices) = try connection.write { runner in
            for statement in layout.creation.entityTables + layout.creation.indices { try runner.run(statement) }
            let names = try runner.strings("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
            let tables = try names.map { name in (name, try runner.columnNames(of: name)) }
            return (tables, try Self.indices(runner))
        }
    }

    static func indices(_ runner: SQLRunner) throws -> [Index] {
        var found: [Index] = []
        try runner.query(
            """
            SELECT l.name, m.name, l."unique", coalesce(s.sql, '') FROM sqlite_master m, pragma_index_list(m.name) l
            LEFT JOIN sqlite_master s ON s.type = 'index' AND s.name = l.name
            WHERE m.type = 'table' ORDER BY s.rowid
            """
        ) { row in
            let columns = try runner.strings("SELECT coalesce(name, '') FROM pragma_index_info(?) ORDER BY seqno") {
                $0.text(row.text(0))
            }
            let isUnique = row.integer(2) != 0
            let (name, table, statement) = (row.text(0), row.text(1), row.text(3))
            found.append(Index(name: name, table: table, columns: columns, isUnique: isUnique, statement: statement))
        }
        return found
    }
}
