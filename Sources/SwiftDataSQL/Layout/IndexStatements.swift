import SwiftDataCore

/// The indices of the entity and join tables.
struct IndexStatements {
    private var names = NameAllocator()
    private(set) var statements: [String] = []

    /// A foreign key's index.
    mutating func addKey(_ column: String, table: String) {
        add("\(table)_\(column)_INDEX", table: table, columns: SQLIdentifier.quoted(column))
    }

    /// The index over the entity of each row in a table that several entities share.
    mutating func addEntity(table: String) {
        add("\(table)_Z_ENT_INDEX", table: table, columns: "Z_ENT")
    }

    mutating func addJoin(_ table: JoinTable) {
        add(
            "\(table.name)_\(table.secondColumn)_INDEX",
            table: table.name,
            columns: "\(SQLIdentifier.quoted(table.secondColumn)), \(SQLIdentifier.quoted(table.firstColumn))"
        )
    }

    mutating func addFetchIndex(_ index: IndexOutline, entity: String, table: String, columns: [String]) {
        add("Z_\(entity)_\(index.name)", table: table, columns: Self.ordered(columns))
    }

    mutating func addUnique(_ paths: [String], entity: String, table: String, columns: [String]) {
        let name = "Z_\(entity)_UNIQUE_" + paths.joined(separator: "_")
        add(name, table: table, columns: Self.ordered(columns), isUnique: true)
    }

    private mutating func add(_ name: String, table: String, columns: String, isUnique: Bool = false) {
        let quotedName = SQLIdentifier.quoted(names.allocate(name))
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        statements.append("CREATE \(kind) \(quotedName) ON \(SQLIdentifier.quoted(table)) (\(columns))")
    }

    private static func ordered(_ columns: [String]) -> String {
        columns.map { SQLIdentifier.quoted($0) + " COLLATE BINARY ASC" }.joined(separator: ", ")
    }
}
