import SwiftDataCore
import SwiftDataSQL

/// One migration of a file, inside of the caller's transaction.
final class MigrationRun {
    let plan: MigrationPlan
    let runner: SQLRunner
    let external: ExternalStorage
    private let report: (MigrationProgress) throws -> Void
    private var completed = 0
    private var total = 0
    /// The names that tables of the source have for now, where it is not their own.
    private var movedTables: [String: String] = [:]
    var obsoleteFiles: [String] = []
    var files: ExternalFileWriter

    /// The number of rows that one statement moves.
    static let batchSize = 10_000

    init(
        _ plan: MigrationPlan,
        _ runner: SQLRunner,
        _ external: ExternalStorage,
        report: @escaping (MigrationProgress) throws -> Void
    ) {
        self.plan = plan
        self.runner = runner
        self.external = external
        self.report = report
        files = ExternalFileWriter(external)
    }

    var mapping: ModelMapping { plan.mapping }
    var file: MigrationFile { plan.file }

    func run() throws {
        try MigrationChecks(plan: plan, runner: runner, external: external).check()
        try RemovalNotice(plan: plan, runner: runner).log()
        total = try countRows()
        try progress(nil, 0)
        let hasTableWork =
            !(plan.tables.allSatisfy(\.isUntouched) && plan.joins.allSatisfy(\.isUntouched))
            || !plan.mapping.removedEntities.isEmpty || !unusedTables.isEmpty
        let objects = hasTableWork ? try SavedObjects(runner) : nil
        let indices = MigrationIndices(plan: plan, runner: runner)
        let foreign = try indices.dropOld()
        try moveTablesAway()
        for work in plan.tables { try make(work) }
        for work in plan.joins { try make(work) }
        for link in plan.columnLinks { try fill(link) }
        for work in plan.tables { try moveFiles(work) }
        try collectObsoleteFiles()
        for table in unusedTables { try runner.run("DROP TABLE \(current(table))") }
        try indices.create(foreign)
        try MigrationBookkeeping(plan: plan, runner: runner).write()
        try HistoryMigration(plan: plan, runner: runner).run()
        try objects?.restore()
        try progress(nil, 0)
    }

    /// A table of the source as SQL, by the name that it has now.
    func current(_ table: String) -> String { SQLIdentifier.quoted(movedTables[table] ?? table) }

    /// The tables of the source that do not become tables of the target.
    private var unusedTables: [String] {
        let altered = plan.alteredTables
        return plan.sourceTables.filter { !altered.contains($0) }
    }

    /// Names of the target are free then, also where two tables swap theirs.
    private func moveTablesAway() throws {
        let unused = unusedTables
        if !unused.isEmpty {
            // References to a table that is rewritten, such as a foreign key of another table, stay as they are.
            try runner.run("PRAGMA legacy_alter_table = ON")
            defer { try? runner.run("PRAGMA legacy_alter_table = OFF") }
            for table in unused { try moveAway(table) }
        }
        for work in plan.tables {
            if case .alter(let alteration) = work.mode, alteration.source != work.table {
                try moveAway(alteration.source)
            }
        }
        for work in plan.joins {
            if case .alter(let source, _) = work.mode, source != work.join.name { try moveAway(source) }
        }
    }

    private func moveAway(_ table: String) throws {
        var number = movedTables.count
        while file.hasTable("Z__MIGRATED_\(number)") || movedTables.values.contains("Z__MIGRATED_\(number)") {
            number += 1
        }
        let name = "Z__MIGRATED_\(number)"
        try runner.run("ALTER TABLE \(SQLIdentifier.quoted(table)) RENAME TO \(name)")
        movedTables[table] = name
    }

    /// Gives a table its name in the target.
    func rename(_ table: String, to name: String) throws {
        guard let moved = movedTables[table] else { return }
        try runner.run("ALTER TABLE \(moved) RENAME TO \(SQLIdentifier.quoted(name))")
        movedTables[table] = name
    }

    /// Renames columns, also where two swap their names.
    func renameColumns(_ renames: [(old: String, new: String)], of table: String) throws {
        let old = Set(renames.map { $0.old.uppercased() })
        var later: [(old: String, new: String)] = []
        func rename(_ old: String, _ new: String) throws {
            try runner.run(
                "ALTER TABLE \(SQLIdentifier.quoted(table)) RENAME COLUMN \(SQLIdentifier.quoted(old)) TO "
                    + SQLIdentifier.quoted(new)
            )
        }
        for (number, change) in renames.enumerated() {
            guard old.contains(change.new.uppercased()) else {
                later.append(change)
                continue
            }
            let name = "Z__MIGRATED_\(number)"
            try rename(change.old, name)
            later.append((name, change.new))
        }
        for change in later { try rename(change.old, change.new) }
    }

    // MARK: Ranges and progress

    /// Iterates over a table in ranges of keys, so that no statement touches more rows than a batch.
    func forEachRange(of table: String, key: String, _ body: (_ lower: Int64, _ upper: Int64) throws -> Void) throws {
        var lower = Int64.min
        while true {
            let next = try runner.integer(
                "SELECT \(key) FROM \(table) AS s WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET \(Self.batchSize - 1)"
            ) { $0.integer(lower) }
            try body(lower, next ?? .max)
            guard let next else { return }
            lower = next
        }
    }

    func progress(_ entity: String?, _ rows: Int) throws {
        completed += rows
        try report(
            MigrationProgress(entityName: entity, completedRowCount: min(completed, total), totalRowCount: total)
        )
    }

    private func countRows() throws -> Int {
        var count: Int64 = 0
        func add(_ table: String) throws {
            count += try runner.integer("SELECT count(*) FROM \(SQLIdentifier.quoted(table))") ?? 0
        }
        for work in plan.tables {
            switch work.mode {
            case .rebuild: for source in work.sources { try add(source) }
            case .alter(let alteration) where work.updatesRows: try add(alteration.source)
            case .alter, .create: break
            }
        }
        for work in plan.joins {
            guard case .rebuild = work.mode else { continue }
            for group in work.groups { try add(group.place.table) }
        }
        for link in plan.columnLinks {
            for group in link.groups where !group.goesWithRows { try add(group.place.table) }
        }
        return Int(clamping: count)
    }
}
