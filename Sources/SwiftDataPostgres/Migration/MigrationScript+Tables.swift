#if PostgreSQL
import SwiftDataSQL

extension MigrationScript {
    /// The statements that rename tables, columns and constraints, also where two exchange their names. Removed ones
    /// are renamed first.
    /// - Parameters:
    ///   - all: The old names, each with the new one; nil for removed ones.
    ///   - wanted: The final names.
    /// - Returns: The statements, and the name of each one after them.
    private mutating func renames(
        _ all: [(old: String, new: String?)],
        wanted: Set<String>,
        _ statement: (String, String) -> String
    ) -> (statements: [String], names: [String: String]) {
        var first: [String] = []
        var second: [String] = []
        var names: [String: String] = [:]
        for (old, new) in all where old != new {
            var now = old
            if wanted.contains(old) {
                now = temporaryName("old")
                first.append(statement(old, now))
            }
            if let new { second.append(statement(now, new)) }
            names[old] = new ?? now
        }
        return (first + second, names)
    }

    /// Gives the tables that stay, and their sequences, their new names.
    mutating func renameTables() {
        let names = tableNames
        let roots = step.source.roots
        let olds = roots.map(\.tableName) + step.source.layout.joinTables.map(\.name)
        let news = step.target.roots.map(\.tableName) + step.target.layout.joinTables.map(\.name)
        let found = renames(olds.map { ($0, names[$0]) }, wanted: Set(news)) { old, new in
            "ALTER TABLE \(old.enclosed(in: "\"")) RENAME TO \(new.enclosed(in: "\""))"
        }
        for (old, _) in found.names { touched.insert(old) }
        currentTables = found.names
        statements += found.statements
        guard step.target.choices.keys == .sequence else { return }
        let sequences = roots.map { root in
            (old: root.sequence, new: names[root.tableName].flatMap { step.target.root(named: $0)?.sequence })
        }
        let others = renames(sequences, wanted: Set(step.target.roots.map(\.sequence))) { old, new in
            "ALTER SEQUENCE \(old.enclosed(in: "\"")) RENAME TO \(new.enclosed(in: "\""))"
        }
        statements += others.statements
    }

    /// Gives the columns of a table that stays their new names and types, and adds the missing columns.
    mutating func change(_ plan: TableColumnPlan) {
        guard let source = plan.plan.source else { return }
        let table = plan.plan.target.quotedTable
        var changes: [String] = []
        for column in plan.declared where plan.isRequiredAlready(column.name) && !column.isNotNull {
            guard let old = plan.carriers[column.name] else { continue }
            changes.append("ALTER TABLE \(table) ALTER COLUMN \(quoted(old)) DROP NOT NULL")
        }
        let news = plan.renames
        // Rows that come from other tables have nothing in columns that go.
        for old in plan.required.sorted() where news[old] == nil && !plan.plan.arriving.isEmpty {
            changes.append("ALTER TABLE \(table) ALTER COLUMN \(quoted(old)) DROP NOT NULL")
        }
        let found = renames(
            plan.old.keys.sorted().map { ($0, news[$0]) },
            wanted: Set(plan.declared.map(\.name))
        ) { old, new in
            "ALTER TABLE \(table) RENAME COLUMN \(old.enclosed(in: "\"")) TO \(new.enclosed(in: "\""))"
        }
        changes += found.statements
        currentColumns[source.tableName] = found.names
        for column in plan.declared {
            guard let old = plan.carriers[column.name] else {
                changes += addition(of: column, plan)
                continue
            }
            guard let type = plan.old[old], type != column.type, let cast = ColumnCast(from: type, to: column.type)
            else { continue }
            changes.append(
                "ALTER TABLE \(table) ALTER COLUMN \(quoted(column.name)) TYPE \(column.type.declaration) "
                    + "USING \(cast.text(quoted(column.name)))"
            )
        }
        for move in plan.plan.staying { changes += updates(of: move, plan, source.tableName) }
        if source.number != plan.plan.target.number {
            changes.append("ALTER TABLE \(table) ALTER COLUMN row_entity SET DEFAULT \(plan.plan.target.number)")
        }
        if !changes.isEmpty { touched.insert(source.tableName) }
        statements += changes
    }

    /// The value that every row of a table gets in a column that is added; nil where rows differ.
    private func constant(_ column: PostgresTables.Declared, _ plan: TableColumnPlan) -> String? {
        guard plan.plan.arriving.isEmpty else { return nil }
        let values = Set(
            plan.plan.staying.map { move -> String? in
                guard let origin = plan.origins[move.target.number]?[column.name], origin.column == nil,
                    origin.absence.isEmpty
                else { return nil }
                return origin.fallback
            }
        )
        return values.count == 1 ? values.first ?? nil : nil
    }

    private func addition(of column: PostgresTables.Declared, _ plan: TableColumnPlan) -> [String] {
        let table = plan.plan.target.quotedTable
        let addition = "ALTER TABLE \(table) ADD COLUMN \(quoted(column.name)) \(column.type.declaration)"
        guard let constant = constant(column, plan) else { return [addition] }
        // The server keeps such a default beside the rows, and writes none of them.
        return [
            "\(addition) DEFAULT \(constant)", "ALTER TABLE \(table) ALTER COLUMN \(quoted(column.name)) DROP DEFAULT",
        ]
    }

    /// The statements that give the rows of an entity the values that do not come by themselves.
    private func updates(of move: RowMove, _ plan: TableColumnPlan, _ source: String) -> [String] {
        let name = { (column: String) in
            quoted(plan.renames[column] ?? currentColumns[source]?[column] ?? column)
        }
        var always: [(column: String, value: String)] = []
        var absent: [(condition: String, values: [(column: String, value: String)])] = []
        for column in plan.declared {
            let origin = plan.origins[move.target.number]?[column.name]
            if plan.isCarried(column.name, move) {
                guard let origin, let fallback = origin.fallback else { continue }
                let condition = ColumnOrigin.isAbsent(origin.absence, name)
                if let place = absent.firstIndex(where: { $0.condition == condition }) {
                    absent[place].values.append((quoted(column.name), fallback))
                } else {
                    absent.append((condition, [(quoted(column.name), fallback)]))
                }
            } else if let origin, origin.column != nil || origin.fallback != nil {
                if plan.carriers[column.name] == nil, constant(column, plan) != nil { continue }
                always.append((quoted(column.name), origin.text(name)))
            } else if plan.hasStray(column.name, move) {
                always.append((quoted(column.name), "NULL"))
            }
        }
        let isShared = move.target.isShared || move.source.isShared
        let own = isShared ? "row_entity = \(move.target.number)" : nil
        func update(_ values: [(column: String, value: String)], _ conditions: [String?]) -> String {
            let found = conditions.compactMap(\.self)
            let list = values.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
            return "UPDATE \(move.target.quotedTable) SET \(list)"
                + (found.isEmpty ? "" : " WHERE \(found.joined(separator: " AND "))")
        }
        guard !always.isEmpty else { return absent.map { update($0.values, [$0.condition, own]) } }
        // In one statement, since each value depends on columns as they were.
        let others = absent.flatMap { condition, values in
            values.map { ($0.column, "CASE WHEN \(condition) THEN \($0.value) ELSE \($0.column) END") }
        }
        return [update(always + others, [own])]
    }

    /// Makes the tables that no table becomes.
    mutating func createTables() {
        for plan in tables where plan.source == nil {
            statements += PostgresSchema(step.target).table(plan.target, isFilled: plan.moves.isEmpty)
        }
    }
}
#endif
