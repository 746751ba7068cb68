import SwiftDataCore
import SwiftDataSQL

/// The facts of the file that a migration needs besides its model.
struct MigrationFile {
    struct FileColumn: Hashable {
        let name: String
        /// The declared type.
        let type: String
    }

    /// The layout of the model of the file.
    let layout: StoreLayout
    let path: String
    let metadata: StoreMetadata
    private let columns: [String: [FileColumn]]
    /// The tables with a uniqueness constraint of their own, upper-case, as old versions of Core Data made them.
    let constrainedTables: Set<String>
    /// The highest key that a root entity has handed out, by table.
    let maxima: [String: Int64]

    /// - Throws: ``StoreError`` if the file does not match its model.
    init(_ runner: SQLRunner, _ layout: StoreLayout, path: String) throws {
        self.layout = layout
        self.path = path
        metadata = try StoreFile.metadata(runner, path: path)
        let tables = try runner.tableNames()
        try StoreFileCheck(layout: layout, tables: tables, path: path).check(runner)
        var columns: [String: [FileColumn]] = [:]
        for table in tables {
            try runner.query("SELECT name, type FROM pragma_table_info(?)") {
                $0.text(table)
            } row: { row in
                columns[table.uppercased(), default: []].append(FileColumn(name: row.text(0), type: row.text(1)))
            }
        }
        self.columns = columns
        constrainedTables = Set(
            try runner.strings(
                "SELECT DISTINCT upper(m.name) FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' "
                    + "AND i.origin = 'u'"
            )
        )
        var maxima: [String: Int64] = [:]
        for table in layout.tables where table.superNumber == 0 {
            let name = SQLIdentifier.quoted(table.tableName)
            let sql =
                "SELECT max(coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), "
                + "coalesce((SELECT max(Z_PK) FROM \(name)), 0), 0)"
            // By number: where an entity was renamed, Core Data leaves the name that it had before.
            maxima[table.tableName] = try runner.integer(sql) { $0.integer(table.number) } ?? 0
        }
        self.maxima = maxima
    }

    func columns(of table: String) -> [FileColumn] { columns[table.uppercased()] ?? [] }

    func has(_ column: String, in table: String) -> Bool {
        columns(of: table).contains { $0.name.uppercased() == column.uppercased() }
    }

    func hasTable(_ name: String) -> Bool { columns[name.uppercased()] != nil }

    var hasHistory: Bool { ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].allSatisfy(hasTable) }

    /// The tables of CloudKit's mirroring, whose rows name other rows by entity number and key.
    var mirroringTables: [String] { columns.keys.filter { $0.hasPrefix("ANSCK") }.sorted() }

    /// The columns of an entity's table that the model has, upper-case, and the columns of the order of to-many arrays.
    func knownColumns(of table: String) -> Set<String> {
        var known: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        for entity in layout.tables where entity.tableName == table {
            for property in entity.properties {
                known.formUnion(SlotColumns(property).columnNames.map { $0.uppercased() })
            }
            known.formUnion(entity.implicitKeys.map { $0.column.uppercased() })
        }
        return known.union(known.map { Self.orderColumn(ofKey: $0) })
    }

    /// The column that keeps the order of the rows with a key.
    static func orderColumn(ofKey column: String) -> String { "Z_FOK_" + column.dropFirst() }

    /// The column of a join table that keeps the order of the members in a column.
    static func orderColumn(ofMember column: String) -> String { "Z_FOK_" + column.dropFirst(2) }
}
