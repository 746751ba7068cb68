import SwiftDataCore
import SwiftDataSQL

/// The work that makes one table of the target.
struct TableWork {
    enum Mode {
        /// The table is created: no rows move to it.
        case create
        /// The table of the source becomes it: columns are renamed and added, and values are changed where they are.
        case alter(Alteration)
        /// The table is created, and rows are copied into it.
        case rebuild
    }

    struct Alteration {
        let source: String
        /// The renames by the column's old name. Columns that keep their name are not in it.
        var renames: [(old: String, new: String)] = []
        var additions: [ColumnMove] = []
        /// The new name of each column of the source.
        var names: [String: String] = [:]

        func isNothing(for table: String) -> Bool { source == table && renames.isEmpty && additions.isEmpty }
    }

    /// The name in the target.
    let table: String
    let rootEntity: String
    /// None for an entity that was added.
    let moves: [RowMove]
    let mode: Mode
    /// Columns of the source that its model does not have, with the names that they have from now on.
    let unknownColumns: [UnknownColumn]

    struct UnknownColumn {
        let source: String
        let column: MigrationFile.FileColumn
        let newName: String
    }

    /// True if rows are changed where they are.
    var updatesRows: Bool {
        guard case .alter = mode else { return false }
        return moves.contains { move in
            move.isRenumbered || move.columns.contains { $0.content.isChanged }
        }
    }

    var isUntouched: Bool {
        guard case .alter(let alteration) = mode else { return false }
        return alteration.isNothing(for: table) && !updatesRows
    }

    /// The tables of the source that rows come from.
    var sources: [String] {
        var tables: [String] = []
        for move in moves where !tables.contains(move.source.tableName) { tables.append(move.source.tableName) }
        return tables
    }
}

extension RowMove {
    var isRenumbered: Bool { source.number != target.number }
}

extension TableWork {
    /// - Parameter intact: The tables of the source that are looked into while rows are moved, and must stay until then.
    init(
        table: String,
        rootEntity: String,
        moves: [RowMove],
        _ mapping: ModelMapping,
        _ file: MigrationFile,
        intact: Set<String>
    ) {
        self.table = table
        self.rootEntity = rootEntity
        self.moves = moves
        var taken = Set(
            mapping.target.tables.filter { $0.tableName == table }.flatMap { entity in
                entity.properties.flatMap { SlotColumns($0).columnNames } + entity.implicitKeys.map(\.column)
            }.map { $0.uppercased() }
        )
        taken.formUnion(moves.flatMap { $0.columns.map { $0.name.uppercased() } } + ["Z_PK", "Z_ENT", "Z_OPT"])
        var unknown: [UnknownColumn] = []
        for source in Set(moves.map(\.source.tableName)).sorted() {
            let known = file.knownColumns(of: source)
            for column in file.columns(of: source) where !known.contains(column.name.uppercased()) {
                var name = column.name
                var suffix = 0
                while !taken.insert(name.uppercased()).inserted {
                    suffix += 1
                    name = "\(column.name)_\(suffix)"
                }
                unknown.append(UnknownColumn(source: source, column: column, newName: name))
            }
        }
        unknownColumns = unknown
        if moves.isEmpty {
            mode = .create
        } else if let alteration = Self.alteration(moves, unknown, mapping, file, intact: intact) {
            mode = .alter(alteration)
        } else {
            mode = .rebuild
        }
    }

    /// The statements by which the table of the source becomes the target's in place; nil if rows must be copied.
    private static func alteration(
        _ moves: [RowMove],
        _ unknown: [UnknownColumn],
        _ mapping: ModelMapping,
        _ file: MigrationFile,
        intact: Set<String>
    ) -> Alteration? {
        let sources = Set(moves.map(\.source.tableName))
        guard sources.count == 1, let source = sources.first, !intact.contains(source) else { return nil }
        let family = mapping.source.tables.filter { $0.tableName == source }
        // Rows that go, or that go elsewhere, would have to be deleted one by one.
        guard family.count == moves.count else { return nil }
        var newNames: [String: String] = [:]
        var oldNames: [String: String] = [:]
        var columns: [String: ColumnMove] = [:]
        for column in moves.flatMap(\.columns) {
            if column.content.needsConversion { return nil }
            let known = columns[column.name]
            if known == nil || known?.content.carriedColumn == nil { columns[column.name] = column }
            guard let old = column.content.carriedColumn else { continue }
            guard newNames[old, default: column.name] == column.name, oldNames[column.name, default: old] == old else {
                return nil
            }
            newNames[old] = column.name
            oldNames[column.name] = old
        }
        for column in unknown { newNames[column.column.name] = column.newName }
        var alteration = Alteration(source: source)
        for column in file.columns(of: source) where !["Z_PK", "Z_ENT", "Z_OPT"].contains(column.name.uppercased()) {
            // A column is dropped by rewriting the table.
            guard let name = newNames.first(where: { $0.key.uppercased() == column.name.uppercased() })?.value else {
                return nil
            }
            if let move = columns[name], move.type != declared(column, in: family) { return nil }
            alteration.names[column.name.uppercased()] = name
            if name != column.name { alteration.renames.append((column.name, name)) }
        }
        let carried = Set(newNames.values)
        let added = columns.values.filter { !carried.contains($0.name) }.sorted { $0.name < $1.name }
        alteration.additions = added
        if file.constrainedTables.contains(source.uppercased()), mapping.changesUniqueness(of: family) { return nil }
        // Columns of entities that were added to the family.
        for name in mapping.target.columns(of: moves[0].target.tableName) where columns[name.name] == nil {
            alteration.additions.append(name)
        }
        return alteration
    }

    /// The type that the model of the source gives a column.
    private static func declared(_ column: MigrationFile.FileColumn, in family: [EntityTable]) -> String {
        for entity in family {
            for property in entity.properties {
                for known in property.valueColumns where known.name.uppercased() == column.name.uppercased() {
                    return known.sqlType
                }
            }
        }
        return column.type
    }
}

extension ModelMapping {
    /// True if entities get or lose uniqueness constraints.
    fileprivate func changesUniqueness(of family: [EntityTable]) -> Bool {
        let names = Set(family.compactMap { self[source: $0.entityName]?.target.name })
        return changes.contains { $0.subject == .uniqueConstraint && names.contains($0.entity) }
    }
}

extension StoreLayout {
    /// The columns of a table, for additions: nothing is in them.
    func columns(of table: String) -> [ColumnMove] {
        var found: [ColumnMove] = []
        var seen: Set<String> = []
        for entity in tables where entity.tableName == table {
            for property in entity.properties {
                for column in property.valueColumns where seen.insert(column.name).inserted {
                    let fill = ColumnFill(added: column)
                    found.append(ColumnMove(name: column.name, type: column.sqlType, content: .value(fill)))
                }
                guard case .toOne(let key, let entityColumn, _) = property else { continue }
                for name in [key, entityColumn].compactMap(\.self) where seen.insert(name).inserted {
                    found.append(ColumnMove(name: name, type: "INTEGER", content: .value(ColumnFill(added: name))))
                }
            }
            for key in entity.implicitKeys where seen.insert(key.column).inserted {
                found.append(
                    ColumnMove(name: key.column, type: "INTEGER", content: .value(ColumnFill(added: key.column)))
                )
            }
        }
        return found
    }
}

extension ColumnFill {
    /// A column without values.
    fileprivate init(added column: Column) {
        self.init(column: column, isElement: false, path: "", origin: .null, fallback: nil, absence: [])
    }

    fileprivate init(added key: String) {
        self.init(added: Column(name: key, sqlType: "INTEGER", kind: .integer(.int64), isOptional: true))
    }
}
