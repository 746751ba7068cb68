#if PostgreSQL
import SwiftDataSQL

extension MigrationScript {
    /// The counterpart in the target of a constraint or an index of the source; nil for one whose table or columns are
    /// removed.
    private func successor(_ part: PostgresSchema.Part) -> PostgresSchema.Part? {
        let names = tableNames
        guard let table = names[part.table] else { return nil }
        var renames: [String: String] = [:]
        if let plan = columns.first(where: { $0.plan.source?.tableName == part.table }) {
            renames = plan.renames
            for name in ["pk", "row_entity", "row_version"] { renames[name] = name }
        } else if let plan = joins.first(where: { $0.source?.name == part.table }) {
            renames = plan.renames
        }
        let columns = part.columns.compactMap { renames[$0] }
        guard columns.count == part.columns.count else { return nil }
        guard case .foreignKey(let destination) = part.kind else {
            return PostgresSchema.Part(kind: part.kind, table: table, columns: columns)
        }
        guard let other = names[destination] else { return nil }
        return PostgresSchema.Part(kind: .foreignKey(other), table: table, columns: columns)
    }

    /// The constraints and indices of the library that stay, by their counterparts in the target.
    private var kept: [PostgresSchema.Part: String] {
        let wanted = Set(PostgresSchema(step.target).parts.map(\.part))
        var kept: [PostgresSchema.Part: String] = [:]
        for (part, _) in PostgresSchema(step.source).parts {
            guard let name = parts.names[part], let next = successor(part), wanted.contains(next), mayStay(next) else {
                continue
            }
            kept[next] = kept[next] ?? name
        }
        return kept
    }

    /// False for parts that would see intermediate values.
    private func mayStay(_ part: PostgresSchema.Part) -> Bool {
        switch part.kind {
        case .foreignKey: !movesLinks
        case .unique:
            !columns.contains { plan in
                plan.plan.target.tableName == part.table && part.columns.contains { isChanged($0, plan) }
            }
        case .index, .elements: true
        }
    }

    /// True if rows get other values in a column.
    private func isChanged(_ column: String, _ plan: TableColumnPlan) -> Bool {
        if !plan.plan.arriving.isEmpty { return true }
        let isFilled = mapping.links.contains { link in
            guard case .column(plan.plan.target.tableName, column, _, _) = link.place else { return false }
            return link.groups.contains { !$0.goesWithRows }
        }
        return isFilled
            || plan.plan.staying.contains { move in
                plan.origins[move.target.number]?[column]?.fallback != nil || plan.hasStray(column, move)
            }
    }

    /// The constraints and indices that are made.
    var newParts: [PostgresSchema.Part] {
        let kept = kept
        return PostgresSchema(step.target).parts.map(\.part).filter { kept[$0] == nil }
    }

    /// Drops the parts that the target does not have, or has in another form. Parts of other programs stay.
    mutating func dropParts() {
        let kept = kept
        var seen: Set<PostgresSchema.Part> = []
        for (part, _) in PostgresSchema(step.source).parts where seen.insert(part).inserted {
            guard let name = parts.names[part], successor(part).flatMap({ kept[$0] }) != name else { continue }
            touched.insert(part.table)
            if case .foreignKey(let destination) = part.kind { touched.insert(destination) }
            switch part.kind {
            case .index, .elements: statements.append("DROP INDEX \(quoted(name))")
            case .unique, .foreignKey:
                statements.append("ALTER TABLE \(quoted(part.table)) DROP CONSTRAINT \(quoted(name))")
            }
        }
    }

    /// Creates the missing parts, and gives the kept parts the names of a new store.
    mutating func makeParts() {
        let kept = kept
        let all = PostgresSchema(step.target).parts
        let renamed = all.filter { part, name in kept[part].map { $0 != name } ?? false }
        func rename(_ part: PostgresSchema.Part, _ old: String, _ new: String) -> String {
            part.kind == .index || part.kind == .elements
                ? "ALTER INDEX \(quoted(old)) RENAME TO \(quoted(new))"
                : "ALTER TABLE \(quoted(part.table)) RENAME CONSTRAINT \(quoted(old)) TO \(quoted(new))"
        }
        let olds = Set(kept.values)
        var later: [String] = []
        for (part, name) in renamed {
            guard let old = kept[part] else { continue }
            guard olds.contains(name) else {
                later.append(rename(part, old, name))
                continue
            }
            let temporary = temporaryName("old")
            ending.append(rename(part, old, temporary))
            later.append(rename(part, temporary, name))
        }
        ending += later
        for (part, name) in all where kept[part] == nil { ending.append(part.statement(name, step.target.features)) }
    }
}
#endif
