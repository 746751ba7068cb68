/// The statements that make a fresh store.
package struct CreationStatements: Sendable, Hashable {
    /// The table of each root entity, each join table after that of its first entity.
    package let entityTables: [String]
    package let indices: [String]
    package let bookkeepingTables: [String]
    /// The history's tables and their indices.
    package let historyTables: [String]

    /// All statements, in the order of Core Data.
    package var all: [String] { entityTables + indices + bookkeepingTables + historyTables }

    /// - Throws: ``StoreError`` for an index over a property that is not stored.
    init(_ model: ResolvedModel, _ plan: ColumnPlan, _ tables: [EntityTable]) throws {
        var entityTables: [String] = []
        let names = model.names
        var indices = IndexStatements(names)
        for root in tables where root.superNumber == 0 {
            let family = tables.filter { root.familyNumbers.contains($0.number) }
            let columns = plan.tables[root.entityName] ?? TableColumns(names)
            let joins = plan.joinTables.filter { join in family.contains { $0.entityName == join.firstEntity } }
            entityTables.append(Self.table(root.tableName, columns, names))
            entityTables += joins.map { Self.table($0, names) }

            for column in columns.foreignKeys { indices.addKey(column, table: root.tableName) }
            if root.isShared { indices.addEntity(table: root.tableName) }
            for member in family {
                guard let entry = model.numbering[member.entityName] else { continue }
                try indices.add(entry, model, plan, table: root.tableName)
            }
            for join in joins { indices.addJoin(join) }
        }
        self.entityTables = entityTables
        self.indices = indices.statements
        bookkeepingTables = names.bookkeepingTables
        historyTables = names.historyTables(tombstoneCount: tables.map(\.tombstones.count).max() ?? 0)
    }

    private static func table(_ name: String, _ columns: TableColumns, _ names: some LayoutNames) -> String {
        let row = names.rowColumns.quoted(names)
        let own = columns.ordered.map { ", \(names.quoted($0.name)) \($0.sqlType)" }.joined()
        return "CREATE TABLE \(names.quoted(name)) "
            + "( \(row.key) INTEGER PRIMARY KEY, \(row.entity) INTEGER, \(row.lock) INTEGER\(own) )"
    }

    private static func table(_ join: JoinTable, _ names: some LayoutNames) -> String {
        let (first, second) = (names.quoted(join.firstColumn), names.quoted(join.secondColumn))
        return "CREATE TABLE \(names.quoted(join.name)) "
            + "( \(first) INTEGER, \(second) INTEGER, PRIMARY KEY (\(first), \(second)) )"
    }
}

extension IndexStatements {
    /// Adds the indices that an entity declares itself: first the fetch indices, then the indices of its uniqueness
    /// constraints.
    fileprivate mutating func add(
        _ entry: EntityNumbering.Entry,
        _ model: ResolvedModel,
        _ plan: ColumnPlan,
        table: String
    ) throws {
        let parent = entry.outline.superName.flatMap { model.numbering[$0]?.outline }
        for index in entry.outline.storedIndices where parent?.storedIndices.contains(index) != true {
            let columns = try plan.indexedColumns(index.paths, of: entry, in: model)
            addFetchIndex(index, entity: entry.outline.storedName, table: table, columns: columns)
        }
        for constraint in entry.outline.uniquenessConstraints
        where parent?.uniquenessConstraints.contains(constraint) != true {
            let columns = try plan.indexedColumns(constraint, of: entry, in: model)
            addUnique(constraint, entity: entry.outline.storedName, table: table, columns: columns)
        }
    }
}
