#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MigrationScript {
    /// Finds rows of the source that prevent the migration.
    mutating func addSourceChecks() {
        for plan in tables {
            for move in plan.moves {
                for case .attribute(_, let fills) in move.mapping.properties {
                    for fill in fills { addChecks(fill, move) }
                }
            }
        }
        for link in mapping.links { addChecks(link) }
    }

    private func condition(_ move: RowMove) -> String {
        move.source.isShared ? " AND s.row_entity = \(move.source.number)" : ""
    }

    private mutating func addChecks(_ fill: ColumnFill, _ move: RowMove) {
        func add(_ condition: String, _ before: String, _ behind: String) {
            sourceChecks.append(
                RowCheck(
                    from: "\(move.source.quotedTable) s WHERE \(condition)\(self.condition(move))",
                    key: "s.pk",
                    rowEntity: move.source.entityName,
                    entity: move.target.entityName,
                    property: fill.path,
                    message: (before, behind)
                )
            )
        }
        if case .column(let name, let conversion) = fill.origin,
            let (condition, what) = ColumnCast.obstacle("s." + quoted(name), conversion)
        {
            add(condition, what + ": ", ".")
        }
        guard let refusal = fill.refusal else { return }
        var absent = "true"
        if case .column(let name, _) = fill.origin { absent = "s.\(quoted(name)) IS NULL" }
        add(absent, refusal + " These rows have no value after willMigrate: ", ".")
    }

    private mutating func addChecks(_ link: LinkMapping) {
        for group in link.groups {
            for isLeft in [true, false] {
                let side = isLeft ? group.left : group.right
                guard !side.excluded.isEmpty else { continue }
                let pairs = LinkRows(group)
                sourceChecks.append(
                    RowCheck(
                        from: "\(pairs.from) AND \(pairs.isOf(side.excluded, isLeft: isLeft))"
                            + pairs.condition(isLeft: !isLeft, isOld: true),
                        key: isLeft ? pairs.right : pairs.left,
                        rowEntity: entityName(isLeft ? group.right : group.left),
                        entity: link.entity,
                        property: link.relationship,
                        message: ("leads to rows that are not of its new destination: ", ".")
                    )
                )
            }
        }
        guard case .column(_, _, _, let holderIsLeft) = link.place, let first = link.groups.first,
            link.groups.contains(where: { !$0.goesWithRows })
        else { return }
        let queries = link.groups.map { group in
            let pairs = LinkRows(group)
            let (holder, other) = holderIsLeft ? (pairs.left, pairs.right) : (pairs.right, pairs.left)
            return "SELECT \(holder) AS h, \(other) AS p FROM \(pairs.from)\(pairs.conditions(isOld: true))"
        }
        sourceChecks.append(
            RowCheck(
                from: "(SELECT h FROM (\(queries.joined(separator: " UNION ALL "))) u GROUP BY h "
                    + "HAVING count(DISTINCT p) > 1) x",
                key: "h",
                rowEntity: entityName(holderIsLeft ? first.left : first.right),
                entity: link.entity,
                property: link.relationship,
                message: (
                    "becomes to-one, and these rows have several members: ",
                    ". Reduce each to one before, or in a custom stage."
                )
            )
        )
    }

    private func entityName(_ side: LinkSide) -> String {
        side.numbers.keys.min().flatMap { mapping.source[number: $0]?.entityName } ?? ""
    }

    /// Looks at the result: at values that must be there, links that must lead somewhere, and unique values.
    mutating func addFinalChecks() {
        for plan in columns {
            for column in plan.declared where column.isRequired && !plan.isRequiredAlready(column.name) {
                guard !plan.plan.moves.isEmpty else { continue }
                finalChecks.append(
                    RowCheck(
                        from: "\(plan.plan.target.quotedTable) s WHERE s.\(quoted(column.name)) IS NULL",
                        key: "s.pk",
                        rowEntity: plan.plan.target.entityName,
                        entity: plan.plan.target.entityName,
                        property: property(column.name, of: plan.plan.target),
                        message: ("must have a value, but has none in ", ".")
                    )
                )
            }
        }
        for link in mapping.links where link.isRequired && step.code?.didMigrate == nil {
            guard case .column(let table, let column, _, true) = link.place, let root = step.target.root(named: table),
                link.groups.contains(where: { !$0.goesWithRows || $0.right.isFiltered })
            else { continue }
            let numbers = root.isShared ? " AND s.row_entity IN (\(Self.list(link.holderNumbers)))" : ""
            finalChecks.append(
                RowCheck(
                    from: "\(quoted(table)) s WHERE s.\(quoted(column)) IS NULL\(numbers)",
                    key: "s.pk",
                    rowEntity: link.entity,
                    entity: link.entity,
                    property: link.relationship,
                    message: (
                        "must have a destination, but has none in ",
                        ", for instance because the destination was removed."
                    )
                )
            )
        }
        for part in newParts where part.kind == .unique { addCheck(unique: part) }
    }

    private mutating func addCheck(unique part: PostgresSchema.Part) {
        guard let root = step.target.root(named: part.table),
            let plan = tables.first(where: { $0.target === root }), !plan.moves.isEmpty
        else { return }
        let entity = step.target.family(of: root).first { $0.uniqueColumns.contains(part.columns) } ?? root
        let list = part.columns.map(quoted)
        let hasValues = list.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let names = part.columns.map { property($0, of: root) ?? $0 }
        finalChecks.append(
            RowCheck(
                from: "(SELECT pk, count(*) OVER (PARTITION BY \(list.joined(separator: ", "))) AS n FROM "
                    + "\(root.quotedTable) WHERE \(hasValues)) s WHERE s.n > 1",
                key: "s.pk",
                rowEntity: entity.entityName,
                entity: entity.entityName,
                property: names.joined(separator: ", "),
                message: ("must be unique, and has the same value in ", ". Make them differ before, in a custom stage.")
            )
        )
    }

    /// The property that a column of the target belongs to.
    func property(_ column: String, of root: EntityTable) -> String? {
        for member in step.target.family(of: root) {
            guard let outline = mapping[target: member.entityName]?.target else { continue }
            for (slot, columns) in member.properties.enumerated() {
                if columns.ownColumnNames.contains(column) { return outline.properties[slot].name }
            }
        }
        return nil
    }
}
#endif
