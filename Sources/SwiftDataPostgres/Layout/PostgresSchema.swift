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
    static let layoutVersion: Int64 = 4
    /// The number of keys that a writer takes from a sequence at once.
    static let keyBlock: Int64 = 64

    let tables: PostgresTables
    private var layout: StoreLayout { tables.layout }
    /// The names that tables, sequences, constraints and indices have: names in one namespace differ.
    private let names = Locked<Set<String>>([])

    init(_ tables: PostgresTables) { self.tables = tables }

    /// A constraint or an index that a table has.
    struct Part: Hashable {
        enum Kind: Hashable {
            case unique
            case index
            /// An index over the elements of an array.
            case elements
            /// A foreign key to a table.
            case foreignKey(String)
        }

        let kind: Kind
        let table: String
        let columns: [String]

        var isForeignKey: Bool { if case .foreignKey = kind { true } else { false } }

        /// The statement that makes it under a name.
        func statement(_ name: String, _ features: PostgresFeatures) -> String {
            let list = columns.map { $0.enclosed(in: "\"") }.joined(separator: ", ")
            let (table, name) = (table.enclosed(in: "\""), name.enclosed(in: "\""))
            switch kind {
            // Rows that lead to each other in a circle are written one after the other: the server looks at the end.
            case .foreignKey(let destination):
                return "ALTER TABLE \(table) ADD CONSTRAINT \(name) FOREIGN KEY (\(list)) "
                    + "REFERENCES \(destination.enclosed(in: "\"")) (\"pk\") DEFERRABLE INITIALLY DEFERRED"
            // Two rows may exchange their values in one statement.
            case .unique:
                let waits = features.contains(.deferrableConstraints) ? " DEFERRABLE INITIALLY IMMEDIATE" : ""
                return "ALTER TABLE \(table) ADD CONSTRAINT \(name) UNIQUE (\(list))\(waits)"
            case .index: return "CREATE INDEX \(name) ON \(table) (\(list))"
            case .elements: return "CREATE INDEX \(name) ON \(table) USING gin (\(list))"
            }
        }
    }

    /// The statements that make all tables, in their order.
    func statements(identifier: String) throws -> [String] {
        tables.roots.flatMap { table($0) } + layout.joinTables.map(join)
            + parts.map { $0.part.statement($0.name, tables.features) }
            + (try bookkeeping(identifier))
    }

    /// The constraints and indices of all tables with their names, in the order in which they are made.
    var parts: [(part: Part, name: String)] {
        names.withLock {
            $0 = Set(tables.roots.flatMap { [$0.tableName, $0.sequence] } + layout.joinTables.map(\.name))
        }
        let roots = tables.roots
        let all =
            roots.flatMap(constraints) + layout.joinTables.flatMap(constraints) + roots.flatMap(indices)
        return all.filter { !$0.isForeignKey || tables.features.contains(.deferrableConstraints) }.map { part in
            let suffix =
                switch part.kind {
                case .foreignKey: "key"
                case .unique: "unique"
                case .index, .elements: "index"
                }
            return (part, fresh([part.table] + part.columns + [suffix]))
        }
    }

    /// The foreign keys of all tables, whether or not there are constraints for them.
    var foreignKeys: [Part] {
        (tables.roots.flatMap(constraints) + layout.joinTables.flatMap(constraints)).filter(\.isForeignKey)
    }

    /// A name that nothing has yet.
    private func fresh(_ parts: [String]) -> String {
        let wanted = PostgresNames.limited(parts.joined(separator: "_"))
        return names.withLock { names in
            var (name, number) = (wanted, 0)
            while !names.insert(name).inserted {
                number += 1
                name = wanted + String(number)
            }
            return name
        }
    }

    private func quoted(_ name: String) -> String { layout.names.quoted(name) }

    /// The statements that make the table of an entity, with its sequence where keys come from one.
    /// - Parameter isFilled: False for a table that gets its rows before its columns are required.
    func table(_ root: EntityTable, isFilled: Bool = true) -> [String] {
        let sequence = quoted(root.sequence)
        let hasSequence = tables.choices.keys == .sequence
        let nextKey = hasSequence ? "nextval(\(sequence.enclosed(in: "'")))" : "(\(TimeOrderedKeys.defaultKey))"
        var columns = [
            "\(quoted("pk")) bigint PRIMARY KEY DEFAULT \(nextKey)",
            "\(quoted("row_entity")) smallint NOT NULL DEFAULT \(root.number)",
            "\(quoted("row_version")) bigint NOT NULL DEFAULT 1",
        ]
        for column in tables.columns(of: root) {
            let null = column.isNotNull && isFilled ? " NOT NULL" : ""
            columns.append("\(quoted(column.name)) \(column.type.declaration)\(null)")
        }
        let table = "CREATE TABLE \(root.quotedTable) (\n  \(columns.joined(separator: ",\n  "))\n)"
        guard hasSequence else { return [table] }
        return [
            "CREATE SEQUENCE \(sequence) AS bigint INCREMENT \(Self.keyBlock)",
            table,
            "ALTER SEQUENCE \(sequence) OWNED BY \(root.quotedTable).\(quoted("pk"))",
        ]
    }

    /// The statement that makes a join table.
    func join(_ table: JoinTable) -> String {
        let (first, second) = (quoted(table.firstColumn), quoted(table.secondColumn))
        let positions = tables.positions(of: table).map { ",\n  \(quoted($0)) bigint" }.joined()
        return
            "CREATE TABLE \(quoted(table.name)) (\n  \(first) bigint NOT NULL,\n  \(second) bigint NOT NULL\(positions),\n"
            + "  PRIMARY KEY (\(first), \(second))\n)"
    }

    private func foreignKey(_ table: String, _ column: String, to destination: String?) -> Part? {
        guard let destination = destination.flatMap({ layout[$0] }) else { return nil }
        return Part(kind: .foreignKey(destination.tableName), table: table, columns: [column])
    }

    private func constraints(_ root: EntityTable) -> [Part] {
        var known = Set<[String]>()
        let unique = tables.family(of: root).flatMap(\.uniqueColumns).filter { known.insert($0).inserted }
        return tables.columns(of: root).compactMap { foreignKey(root.tableName, $0.name, to: $0.destination) }
            + unique.map { Part(kind: .unique, table: root.tableName, columns: $0) }
    }

    private func constraints(_ table: JoinTable) -> [Part] {
        [
            foreignKey(table.name, table.firstColumn, to: table.firstEntity),
            foreignKey(table.name, table.secondColumn, to: table.secondEntity),
        ].compactMap { $0 } + [Part(kind: .index, table: table.name, columns: [table.secondColumn, table.firstColumn])]
    }

    private func indices(_ root: EntityTable) -> [Part] {
        var known = Set<[String]>()
        let columns = tables.columns(of: root)
        let keys = columns.filter { $0.destination != nil }.map { [$0.name] }
        let arrays = Set(columns.filter { $0.type.element != nil }.map(\.name))
        let all =
            keys + (root.isShared ? [["row_entity"]] : []) + tables.family(of: root).flatMap(\.indexedColumns)
        return all.filter { !$0.isEmpty && known.insert($0).inserted }
            .map { Part(kind: arrays.isSuperset(of: $0) ? .elements : .index, table: root.tableName, columns: $0) }
    }

    private func bookkeeping(_ identifier: String) throws -> [String] {
        let (store, entity) = (quoted(Self.metadataTable), quoted(Self.entityTable))
        let json = String(decoding: try tables.model.json(), as: UTF8.self)
        return [
            "CREATE TABLE \(store) (identifier uuid NOT NULL, layout_version integer NOT NULL, fingerprint text NOT NULL, "
                + "\(HistorySchema.storeColumns), \(Self.modelColumns), \(StoreChoices.columns))",
            "INSERT INTO \(store) (identifier, layout_version, fingerprint, model, dates, keys) VALUES ('\(identifier)', "
                + "\(Self.layoutVersion), \(tables.fingerprint.enclosed(in: "'")), \(SQLConstant.literal(json)), "
                + "'\(tables.choices.dates.rawValue)', '\(tables.choices.keys.rawValue)')",
            "CREATE TABLE \(entity) (number smallint PRIMARY KEY, name text NOT NULL UNIQUE, table_name text NOT NULL)",
        ] + HistorySchema.statements + entityRows + substituteStatements
    }

    /// The statements that note the features which the tables are made without, and create their substitutes.
    private var substituteStatements: [String] {
        let avoided = PostgresFeatures.kept.subtracting(tables.features)
        guard !avoided.isEmpty else { return [] }
        let store = quoted(Self.metadataTable)
        return [
            "ALTER TABLE \(store) ADD COLUMN \(Self.avoidedColumn) text",
            "UPDATE \(store) SET \(Self.avoidedColumn) = '\(avoided)'",
        ] + (avoided.contains(.advisoryLocks) ? StoreLocks.statements : [])
            + (avoided.contains(.transactionNumbers) ? HistoryNumbers.statements : [])
    }

    /// The column of `swiftdata_store` with the names of the features that its tables were made without, where there are some.
    static let avoidedColumn = "avoided_features"

    /// The columns that `swiftdata_store` has for the model: its JSON, and the number of the migration that gave the
    /// tables their present form.
    static let modelColumns = "model jsonb, generation bigint NOT NULL DEFAULT 1"

    /// The statement that lists the entities; none where there are none.
    var entityRows: [String] {
        let rows = layout.tables.map { entity in
            "(\(entity.number), \(entity.entityName.enclosed(in: "'")), \(entity.tableName.enclosed(in: "'")))"
        }
        return rows.isEmpty ? [] : ["INSERT INTO \(quoted(Self.entityTable)) VALUES \(rows.joined(separator: ", "))"]
    }
}
#endif
