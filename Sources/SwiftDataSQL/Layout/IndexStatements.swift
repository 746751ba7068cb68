import SwiftDataCore

/// The indices of the entity and join tables.
struct IndexStatements {
    private let names: any LayoutNames
    private var taken = NameAllocator()
    private(set) var statements: [String] = []

    init(_ names: any LayoutNames) {
        self.names = names
    }

    /// Adds the index of a foreign key.
    mutating func addKey(_ column: String, table: String) {
        add("\(table)_\(column)_INDEX", table: table, columns: names.quoted(column))
    }

    /// Adds the index over the entity numbers of a table that several entities share.
    mutating func addEntity(table: String) {
        let column = names.rowColumns.entity
        add("\(table)_\(column)_INDEX", table: table, columns: names.quoted(column))
    }

    mutating func addJoin(_ table: JoinTable) {
        add(
            "\(table.name)_\(table.secondColumn)_INDEX",
            table: table.name,
            columns: "\(names.quoted(table.secondColumn)), \(names.quoted(table.firstColumn))"
        )
    }

    mutating func addFetchIndex(_ index: IndexOutline, entity: String, table: String, columns: [String]) {
        add(names.index(index.name, entity: entity), table: table, columns: ordered(columns))
    }

    mutating func addUnique(_ paths: [String], entity: String, table: String, columns: [String]) {
        let name = names.index("UNIQUE_" + paths.joined(separator: "_"), entity: entity)
        add(name, table: table, columns: ordered(columns), isUnique: true)
    }

    private mutating func add(_ name: String, table: String, columns: String, isUnique: Bool = false) {
        let quotedName = names.quoted(taken.allocate(name))
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        statements.append("CREATE \(kind) \(quotedName) ON \(names.quoted(table)) (\(columns))")
    }

    private func ordered(_ columns: [String]) -> String {
        columns.map { names.quoted($0) + " COLLATE BINARY ASC" }.joined(separator: ", ")
    }
}
