import SwiftDataCore
import SwiftDataSQL

/// Finds rows that prevent a migration, before anything is written.
struct MigrationChecks {
    let plan: MigrationPlan
    let runner: SQLRunner
    let external: ExternalStorage

    /// The maximum number of rows that a message names.
    static let namedRows = 20

    /// - Throws: ``StoreError`` with code `migration` for all that was found.
    func check() throws {
        var problems = MigrationProblems()
        checkMirroring(&problems)
        for work in plan.tables {
            if !work.isUntouched { try checkNumbers(work, &problems) }
            // Also where nothing moves: a narrower integer is kept as it was.
            for move in work.moves {
                try checkValues(move, &problems)
                try checkMissingValues(move, &problems)
            }
        }
        for link in plan.mapping.links { try checkLinks(link, &problems) }
        try UniquenessCheck(plan: plan, runner: runner).check(&problems)
        try problems.check()
    }

    private func checkMirroring(_ problems: inout MigrationProblems) {
        guard let table = plan.file.mirroringTables.first, plan.changesIdentities else { return }
        problems.add(
            "the store is mirrored to CloudKit (table \(table)), which identifies rows by entity number and primary "
                + "key, and the migration would change them. Migrate the store on a device.",
            entity: plan.mapping.target.tables.first?.entityName ?? ""
        )
    }

    /// Rows of a shared table whose number is no entity's would be lost.
    private func checkNumbers(_ work: TableWork, _ problems: inout MigrationProblems) throws {
        for source in work.sources {
            let family = plan.mapping.source.tables.filter { $0.tableName == source }
            guard family.count > 1, let root = family.first else { continue }
            let table = SQLIdentifier.quoted(source)
            let from =
                "\(table) AS s WHERE s.Z_ENT IS NULL OR s.Z_ENT NOT IN (\(ContentText.list(family.map(\.number))))"
            guard let rows = try rows(from, key: "s.Z_PK", entity: root.entityName) else { continue }
            problems.add(
                "\(rows) in the table \(source) have an entity number that the model does not have.",
                entity: root.entityName
            )
        }
    }

    private func checkValues(_ move: RowMove, _ problems: inout MigrationProblems) throws {
        for column in move.columns {
            guard case .value(let fill) = column.content, case .column(let name, let conversion) = fill.origin else {
                continue
            }
            let value = "s." + SQLIdentifier.quoted(name)
            if conversion == .fromExternal { try checkFiles(of: fill, value, move, &problems) }
            guard let (condition, what) = Self.obstacle(value, conversion) else { continue }
            let conditions = [condition, move.condition("s.")].compactMap(\.self).joined(separator: " AND ")
            let from = "\(SQLIdentifier.quoted(move.source.tableName)) AS s WHERE \(conditions)"
            guard let rows = try rows(from, key: "s.Z_PK", entity: move.source.entityName) else { continue }
            problems.add("\(what): \(rows).", entity: move.target.entityName, property: fill.path)
        }
    }

    /// Refuses rows without a value where the target must have one, as code before the migration may have left them.
    private func checkMissingValues(_ move: RowMove, _ problems: inout MigrationProblems) throws {
        for column in move.columns {
            guard case .value(let fill) = column.content, let refusal = fill.refusal else { continue }
            var conditions = [move.condition("s.")].compactMap(\.self)
            if case .column(let name, _) = fill.origin { conditions.append("s.\(SQLIdentifier.quoted(name)) IS NULL") }
            let from =
                "\(SQLIdentifier.quoted(move.source.tableName)) AS s"
                + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
            guard let rows = try rows(from, key: "s.Z_PK", entity: move.source.entityName) else { continue }
            problems.add(
                "\(refusal) These rows have no value after willMigrate: \(rows).",
                entity: move.target.entityName,
                property: fill.path
            )
        }
    }

    /// Values that come back into their rows must be there.
    private func checkFiles(
        of fill: ColumnFill,
        _ value: String,
        _ move: RowMove,
        _ problems: inout MigrationProblems
    ) throws {
        let conditions = ["substr(\(value), 1, 1) = x'02'", move.condition("s.")].compactMap(\.self)
        var missing: [String] = []
        try runner.query(
            "SELECT s.Z_PK, \(value) FROM \(SQLIdentifier.quoted(move.source.tableName)) AS s WHERE "
                + conditions.joined(separator: " AND ")
        ) { row in
            let isThere = try ExternalStorage.fileName(row.blob(1)).flatMap(external.size) != nil
            if !isThere { missing.append("\(move.source.entityName)/p\(row.integer(0))") }
        }
        guard !missing.isEmpty else { return }
        let names =
            missing.prefix(Self.namedRows).joined(separator: ", ") + (missing.count > Self.namedRows ? ", …" : "")
        problems.add(
            "has values in external files that are missing: \(missing.count) \(missing.count == 1 ? "row" : "rows") (\(names)).",
            entity: move.target.entityName,
            property: fill.path
        )
    }

    /// The condition for values that a conversion cannot keep.
    private static func obstacle(_ value: String, _ conversion: ColumnConversion) -> (condition: String, what: String)?
    {
        switch conversion {
        case .narrowed(let width):
            let bounds = width.bounds
            var conditions = [
                "(typeof(\(value)) = 'integer' AND NOT \(value) BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound))"
            ]
            if width != .uint64 { conditions.append("typeof(\(value)) = 'blob'") }
            return ("(\(conditions.joined(separator: " OR ")))", "has integers that do not fit \(width.rawValue)")
        case .integerToDouble(isChecked: true):
            return (
                "(typeof(\(value)) = 'blob' OR (typeof(\(value)) = 'integer' AND "
                    + "(\(value) > 9007199254740992 OR \(value) < -9007199254740992) AND "
                    + "CAST(CAST(\(value) AS REAL) AS INTEGER) <> \(value)))",
                "has integers that a double cannot represent exactly"
            )
        case .integerToDecimal:
            return ("typeof(\(value)) = 'blob'", "has integers greater than Int64.max")
        case .none, .integerToDouble, .toExternal, .fromExternal:
            return nil
        }
    }

    private func checkLinks(_ link: LinkMapping, _ problems: inout MigrationProblems) throws {
        for group in link.groups {
            let pairs = plan.pairs(group) { SQLIdentifier.quoted($0) }
            for isLeft in [true, false] {
                guard let from = pairs.excluded(isLeft: isLeft) else { continue }
                let own = isLeft ? group.right : group.left
                if let rows = try rows(from, key: oldKey(pairs, isLeft: !isLeft), entity: entityName(own)) {
                    problems.add(
                        "leads to rows that are not of its new destination: \(rows).",
                        entity: link.entity,
                        property: link.relationship
                    )
                }
            }
            if link.isRequired, let from = pairs.removed(isLeft: false),
                let rows = try rows(from, key: oldKey(pairs, isLeft: true), entity: entityName(group.left))
            {
                problems.add(
                    "is not optional, and leads to rows of an entity that was removed: \(rows).",
                    entity: link.entity,
                    property: link.relationship
                )
            }
        }
        try checkAmbiguity(link, &problems)
    }

    /// The key of the row in the source, since the store still has it.
    private func oldKey(_ pairs: LinkPairs, isLeft: Bool) -> String {
        let offset = plan.offsets.offset(of: isLeft ? pairs.group.left : pairs.group.right)
        let key = isLeft ? pairs.left : pairs.right
        return offset == 0 ? key : "\(key) - \(offset)"
    }

    private func entityName(_ side: LinkSide) -> String {
        side.numbers.keys.min().flatMap { plan.mapping.source[number: $0]?.entityName } ?? ""
    }

    /// If a row may have one link and had several, the link to keep is not known.
    private func checkAmbiguity(_ link: LinkMapping, _ problems: inout MigrationProblems) throws {
        guard case .column(_, _, _, let holderIsLeft) = link.place, link.groups.contains(where: { !$0.goesWithRows }),
            let first = link.groups.first
        else { return }
        let queries = link.groups.map { group in
            let pairs = plan.pairs(group) { SQLIdentifier.quoted($0) }
            let (holder, pointed) = holderIsLeft ? (pairs.left, pairs.right) : (pairs.right, pairs.left)
            return
                "SELECT \(oldKey(pairs, isLeft: holderIsLeft)) AS k, \(holder) AS h, \(pointed) AS p FROM \(pairs.from)"
        }
        let from =
            "(SELECT min(k) AS k FROM (\(queries.joined(separator: " UNION ALL "))) GROUP BY h HAVING count(DISTINCT p) > 1)"
        let holder = holderIsLeft ? first.left : first.right
        guard let rows = try rows(from, key: "k", entity: entityName(holder)) else { return }
        problems.add(
            "becomes to-one, and these rows have several members: \(rows). Reduce each to one before, or in a custom "
                + "stage.",
            entity: link.entity,
            property: link.relationship
        )
    }

    /// The number of rows, with the identifiers of some; nil if there are none.
    private func rows(_ from: String, key: String, entity: String) throws -> String? {
        let count = try runner.integer("SELECT count(*) FROM (SELECT DISTINCT \(key) FROM \(from))") ?? 0
        guard count > 0 else { return nil }
        var names: [String] = []
        try runner.query("SELECT DISTINCT \(key) FROM \(from) ORDER BY 1 LIMIT \(Self.namedRows)") { row in
            names.append("\(entity)/p\(row.integer(0))")
        }
        let more = count > Int64(names.count) ? ", …" : ""
        return "\(count) \(count == 1 ? "row" : "rows") (\(names.joined(separator: ", "))\(more))"
    }
}
