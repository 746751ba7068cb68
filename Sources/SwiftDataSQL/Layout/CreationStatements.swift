/// The statements that make a fresh store.
package struct CreationStatements: Sendable, Hashable {
    /// The table of each root entity, each join table after that of its first entity.
    package let entityTables: [String]
    package let indices: [String]
    package let bookkeepingTables: [String]
    /// The history's tables and their indices.
    package let historyTables: [String]

    /// In the order of Core Data.
    package var all: [String] { entityTables + indices + bookkeepingTables + historyTables }

    /// Names that no entity's table can have.
    static let reservedTableNames = [
        "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING",
    ]

    static let bookkeeping = [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]

    /// Throws a ``StoreError`` for an index over something that is not stored.
    init(_ model: ResolvedModel, _ plan: ColumnPlan, _ tables: [EntityTable]) throws {
        var entityTables: [String] = []
        var indices = IndexStatements()
        for root in tables where root.superNumber == 0 {
            let family = tables.filter { root.familyNumbers.contains($0.number) }
            let columns = plan.tables[root.entityName] ?? TableColumns()
            let joins = plan.joinTables.filter { join in family.contains { $0.entityName == join.firstEntity } }
            entityTables.append(Self.table(root.tableName, columns))
            entityTables += joins.map(Self.table)

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
        bookkeepingTables = Self.bookkeeping
        historyTables = HistoryTables.statements(tombstoneCount: tables.map(\.tombstones.count).max() ?? 0)
    }

    private static func table(_ name: String, _ columns: TableColumns) -> String {
        let own = columns.ordered.map { ", \(SQLIdentifier.quoted($0.name)) \($0.sqlType)" }.joined()
        return "CREATE TABLE \(SQLIdentifier.quoted(name)) "
            + "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(own) )"
    }

    private static func table(_ join: JoinTable) -> String {
        let (first, second) = (SQLIdentifier.quoted(join.firstColumn), SQLIdentifier.quoted(join.secondColumn))
        return "CREATE TABLE \(SQLIdentifier.quoted(join.name)) "
            + "( \(first) INTEGER, \(second) INTEGER, PRIMARY KEY (\(first), \(second)) )"
    }
}

extension IndexStatements {
    /// The indices that an entity declares itself: those for fetches, then those of its uniqueness constraints.
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
