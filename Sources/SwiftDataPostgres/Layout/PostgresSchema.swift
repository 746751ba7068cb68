#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The statements that make the tables of a model.
struct PostgresSchema {
    /// The table with the identifier of the store and the version of its layout.
    static let metadataTable = "swiftdata_store"
    /// The table with the number and the table of each entity.
    static let entityTable = "swiftdata_entity"
    /// The version of the layout that this version of the library makes.
    static let layoutVersion: Int64 = 1
    /// The number of keys that a writer takes from a sequence at once.
    static let keyBlock: Int64 = 64

    private let model: PostgresModel
    private let layout: StoreLayout
    /// The names that tables, sequences, constraints and indices have: those of one namespace differ.
    private let names = Locked<Set<String>>([])

    init(_ model: PostgresModel) {
        self.model = model
        layout = model.layout
    }

    /// The statements that make all tables, in their order.
    func statements(identifier: String) -> [String] {
        let roots = model.all.filter { $0.table.superNumber == 0 }
        names.withLock {
            $0 = Set(roots.flatMap { [$0.table.tableName, $0.sequence] } + layout.joinTables.map(\.name))
        }
        return roots.flatMap(table) + layout.joinTables.map(join) + roots.flatMap(constraints)
            + layout.joinTables.flatMap(constraints) + roots.flatMap(indices) + bookkeeping(identifier)
    }

    /// A name that nothing has yet, in quotation marks.
    private func fresh(_ parts: String...) -> String {
        let wanted = PostgresNames.limited(parts.joined(separator: "_"))
        return names.withLock { names in
            var (name, number) = (wanted, 0)
            while !names.insert(name).inserted {
                number += 1
                name = wanted + String(number)
            }
            return quoted(name)
        }
    }

    private func quoted(_ name: String) -> String { layout.names.quoted(name) }

    private func table(_ root: PostgresEntity) -> [String] {
        let sequence = quoted(root.sequence)
        let nextKey = "nextval(\(quoted(root.sequence).enclosed(in: "'")))"
        var columns = [
            "\(quoted("pk")) bigint PRIMARY KEY DEFAULT \(nextKey)",
            "\(quoted("row_entity")) smallint NOT NULL DEFAULT \(root.number)",
            "\(quoted("row_version")) bigint NOT NULL DEFAULT 1",
        ]
        for column in model.columns(of: root) {
            let collation = column.type == .text ? " COLLATE \"C\"" : ""
            let null = column.isRequired ? " NOT NULL" : ""
            columns.append("\(quoted(column.name)) \(column.type.name)\(collation)\(null)")
        }
        return [
            "CREATE SEQUENCE \(sequence) AS bigint INCREMENT \(Self.keyBlock)",
            "CREATE TABLE \(root.quotedTable) (\n  \(columns.joined(separator: ",\n  "))\n)",
            "ALTER SEQUENCE \(sequence) OWNED BY \(root.quotedTable).\(quoted("pk"))",
        ]
    }

    private func join(_ table: JoinTable) -> String {
        let (first, second) = (quoted(table.firstColumn), quoted(table.secondColumn))
        let positions = model.positions(of: table).map { ",\n  \(quoted($0)) bigint" }.joined()
        return
            "CREATE TABLE \(quoted(table.name)) (\n  \(first) bigint NOT NULL,\n  \(second) bigint NOT NULL\(positions),\n"
            + "  PRIMARY KEY (\(first), \(second))\n)"
    }

    /// Rows that lead to each other in a circle are written one after the other: the server looks at the end.
    private func foreignKey(_ table: String, _ column: String, to destination: PostgresEntity?) -> String? {
        guard let destination else { return nil }
        let name = fresh(table, column, "key")
        return "ALTER TABLE \(quoted(table)) ADD CONSTRAINT \(name) FOREIGN KEY (\(quoted(column))) "
            + "REFERENCES \(destination.quotedTable) (\(quoted("pk"))) DEFERRABLE INITIALLY DEFERRED"
    }

    private func constraints(_ root: PostgresEntity) -> [String] {
        let table = root.table.tableName
        var statements: [String] = model.columns(of: root).compactMap { column in
            column.destination.flatMap { foreignKey(table, column.name, to: model[$0]) }
        }
        var known = Set<[String]>()
        for member in model.family(of: root) {
            for columns in member.table.uniqueColumns where known.insert(columns).inserted {
                let name = fresh(table, columns.joined(separator: "_"), "unique")
                let list = columns.map(quoted).joined(separator: ", ")
                // Two rows may exchange their values in one statement.
                statements.append(
                    "ALTER TABLE \(root.quotedTable) ADD CONSTRAINT \(name) UNIQUE (\(list)) DEFERRABLE INITIALLY IMMEDIATE"
                )
            }
        }
        return statements
    }

    private func constraints(_ table: JoinTable) -> [String] {
        [
            foreignKey(table.name, table.firstColumn, to: model[table.firstEntity]),
            foreignKey(table.name, table.secondColumn, to: model[table.secondEntity]),
        ].compactMap { $0 } + [index([table.secondColumn, table.firstColumn], of: table.name)]
    }

    private func indices(_ root: PostgresEntity) -> [String] {
        let table = root.table.tableName
        var known = Set<[String]>()
        var statements: [String] = []
        func add(_ columns: [String]) {
            if !columns.isEmpty, known.insert(columns).inserted { statements.append(index(columns, of: table)) }
        }
        for column in model.columns(of: root) where column.destination != nil { add([column.name]) }
        if root.table.isShared { add(["row_entity"]) }
        for member in model.family(of: root) {
            for columns in member.table.indexedColumns { add(columns) }
        }
        return statements
    }

    private func index(_ columns: [String], of table: String) -> String {
        let name = fresh(table, columns.joined(separator: "_"), "index")
        return "CREATE INDEX \(name) ON \(quoted(table)) (\(columns.map(quoted).joined(separator: ", ")))"
    }

    private func bookkeeping(_ identifier: String) -> [String] {
        let (store, entity) = (quoted(Self.metadataTable), quoted(Self.entityTable))
        let rows = model.all.map { entity in
            "(\(entity.number), \(entity.name.enclosed(in: "'")), \(entity.table.tableName.enclosed(in: "'")))"
        }
        return [
            "CREATE TABLE \(store) (identifier uuid NOT NULL, layout_version integer NOT NULL, fingerprint text NOT NULL)",
            "INSERT INTO \(store) VALUES ('\(identifier)', \(Self.layoutVersion), \(model.fingerprint.enclosed(in: "'")))",
            "CREATE TABLE \(entity) (number smallint PRIMARY KEY, name text NOT NULL UNIQUE, table_name text NOT NULL)",
        ] + (rows.isEmpty ? [] : ["INSERT INTO \(entity) VALUES \(rows.joined(separator: ", "))"])
    }
}
#endif
