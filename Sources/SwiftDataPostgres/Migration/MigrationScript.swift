#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The SQL of one step of a migration. Making it reads nothing but the greatest keys of tables that become one.
///
/// Rows stay where they are: tables and columns get other names. Links to other places, and rows that move to another
/// table, are copied into temporary tables first, so that no statement depends on the order of other statements.
struct MigrationScript {
    let step: PostgresStep
    let tables: [TablePlan]
    let columns: [TableColumnPlan]
    let joins: [JoinPlan]
    let parts: StoredParts
    /// The looks before anything is changed.
    var sourceChecks: [RowCheck] = []
    /// The statements before the looks at the result.
    var statements: [String] = []
    /// The looks at the result.
    var finalChecks: [RowCheck] = []
    /// The statements after them.
    var ending: [String] = []
    /// The tables of the source that are changed.
    var touched: Set<String> = []
    /// The names that tables of the source have now, where it is not their own.
    var currentTables: [String: String] = [:]
    /// The names that columns of the source's tables have now.
    var currentColumns: [String: [String: String]] = [:]
    /// The temporary tables of rows, by target table, and the temporary tables of links, by their number in the
    /// mapping.
    var stagedRows: [(table: String, move: RowMove, columns: [String])] = []
    var stagedLinks: [Int: [String]] = [:]
    /// The numbers that were added to the keys of rows, by the table that they were in and the one that they are in.
    var offsets: [String: [String: Int64]] = [:]
    private var temporaryCount = 0

    /// - Parameter keys: The keys of the source's tables.
    /// - Throws: ``StoreError`` with code `migration` for a change that has no statement.
    init(_ step: PostgresStep, _ parts: StoredParts, _ keys: StoredKeys) throws {
        self.step = step
        self.parts = parts
        tables = TablePlan.all(step)
        let origins = ColumnOrigins(step)
        columns = try tables.map { try TableColumnPlan($0, step, origins) }
        joins = JoinPlan.all(step)
        addSourceChecks()
        dropParts()
        try shiftKeys(keys)
        renumber()
        stageRows()
        stageLinks()
        deleteRows()
        renameTables()
        for plan in columns { change(plan) }
        createTables()
        insertRows()
        for plan in joins { change(plan) }
        fillKeys()
        removeDanglingLinks()
        fillEntityColumns()
        dropOld()
        addFinalChecks()
        finish()
        // The server alters no table while a check of its rows is due.
        if !statements.isEmpty, step.target.features.contains(.deferrableConstraints) {
            statements.insert("SET CONSTRAINTS ALL IMMEDIATE", at: 0)
        }
    }

    var mapping: ModelMapping { step.mapping }

    /// True if keys or rows change their place, or rows are removed: foreign keys are made again then.
    var movesLinks: Bool {
        tables.contains { !$0.arriving.isEmpty }
            || mapping.removedEntities.contains { mapping.source[$0].map { tableNames[$0.tableName] != nil } ?? false }
            || mapping.links.contains { link in
                link.groups.contains { group in
                    group.left.isFiltered || group.right.isFiltered || !isInPlace(group, of: link)
                }
            }
    }

    /// True if links stay where they are.
    func isInPlace(_ group: LinkGroup, of link: LinkMapping) -> Bool {
        group.goesWithRows || joins.contains { $0.source != nil && $0.link.place == link.place }
    }

    func quoted(_ name: String) -> String { name.enclosed(in: "\"") }

    /// A table of the source, by the name that it has now.
    func current(_ table: String) -> String { quoted(currentTables[table] ?? table) }

    /// A column of the source, by the name that it has now.
    func current(_ column: String, in table: String) -> String {
        quoted(currentColumns[table]?[column] ?? column)
    }

    static func list(_ numbers: some Sequence<Int64>) -> String {
        numbers.sorted().map(String.init).joined(separator: ", ")
    }

    /// A name that no table or column has.
    mutating func temporaryName(_ kind: String) -> String {
        temporaryCount += 1
        return "swiftdata_\(kind)_\(temporaryCount)"
    }

    /// The new name of each table of the source that stays.
    var tableNames: [String: String] {
        let entities = tables.compactMap { plan in plan.source.map { ($0.tableName, plan.target.tableName) } }
        let links = joins.compactMap { plan in plan.source.map { ($0.name, plan.target.name) } }
        return Dictionary(entities + links) { first, _ in first }
    }

    /// True if nothing but the description of the store changes.
    var isEmpty: Bool { statements.isEmpty && ending.isEmpty }
}
#endif
