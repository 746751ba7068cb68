import SwiftDataCore
import SwiftDataSQL

extension MigrationRun {
    /// Makes one table of an entity, with its rows.
    func make(_ work: TableWork) throws {
        switch work.mode {
        case .create:
            try create(work, extraColumns: [])
        case .alter(let alteration):
            try alter(work, alteration)
        case .rebuild:
            try rebuild(work)
        }
    }

    private func create(_ work: TableWork, extraColumns: [(name: String, type: String)]) throws {
        let start = "CREATE TABLE \(SQLIdentifier.quoted(work.table)) ("
        guard let statement = mapping.target.creation.entityTables.first(where: { $0.hasPrefix(start) }) else {
            throw StoreError(.migration, "has no table in the layout", entity: work.rootEntity)
        }
        let extra = extraColumns.map { ", \(SQLIdentifier.quoted($0.name)) \($0.type)" }.joined()
        try runner.run(statement.dropLast(2) + extra + " )")
    }

    private func alter(_ work: TableWork, _ alteration: TableWork.Alteration) throws {
        try rename(alteration.source, to: work.table)
        try renameColumns(alteration.renames, of: work.table)
        let table = SQLIdentifier.quoted(work.table)
        for column in alteration.additions {
            try runner.run("ALTER TABLE \(table) ADD COLUMN \(SQLIdentifier.quoted(column.name)) \(column.type)")
        }
        guard work.updatesRows else { return }
        var updates: [(sql: String, text: ContentText)] = []
        for move in work.moves {
            if let update = try update(move, table, alteration) { updates.append(update) }
        }
        // Renumbering one entity must not make its rows look like those of the next.
        if let renumbering = renumbering(work.moves, table) { updates.append(renumbering) }
        try forEachRange(of: table, key: "Z_PK") { lower, upper in
            var rows = 0
            for update in updates {
                try runner.run(update.sql) { binder in
                    binder.integer(lower)
                    binder.integer(upper)
                    update.text.bind(to: &binder)
                }
                rows = max(rows, runner.changedRows)
            }
            try progress(work.rootEntity, rows)
        }
    }

    private func text(_ alteration: TableWork.Alteration) -> ContentText {
        ContentText(
            firstParameter: 3,
            name: { SQLIdentifier.quoted(alteration.names[$0.uppercased()] ?? $0) },
            table: { [unowned self] in current($0) }
        )
    }

    private func update(
        _ move: RowMove,
        _ table: String,
        _ alteration: TableWork.Alteration
    ) throws -> (sql: String, text: ContentText)? {
        var text = text(alteration)
        var assignments: [String] = []
        for column in move.columns where column.content.isChanged {
            assignments.append("\(SQLIdentifier.quoted(column.name)) = \(try content(column, of: move, &text))")
        }
        guard !assignments.isEmpty else { return nil }
        let conditions = ["Z_PK > ?1 AND Z_PK <= ?2"] + [move.condition()].compactMap(\.self)
        return (
            "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))",
            text
        )
    }

    private func renumbering(_ moves: [RowMove], _ table: String) -> (sql: String, text: ContentText)? {
        guard moves.contains(where: \.isRenumbered) else { return nil }
        let numbers = Dictionary(moves.map { ($0.source.number, $0.target.number) }) { first, _ in first }
        let isShared = moves.contains { $0.source.isShared }
        let value = isShared ? ContentText.renumbered("Z_ENT", numbers) : "\(moves[0].target.number)"
        let text = ContentText(firstParameter: 3, name: { $0 }, table: { $0 })
        return ("UPDATE \(table) SET Z_ENT = \(value) WHERE Z_PK > ?1 AND Z_PK <= ?2", text)
    }

    func content(_ column: ColumnMove, of move: RowMove, _ text: inout ContentText) throws -> String {
        do {
            return try text.text(column.content)
        } catch let error as StoreError {
            throw StoreError(error.code, error.message, entity: move.target.entityName, property: error.propertyName)
        }
    }

    private func rebuild(_ work: TableWork) throws {
        var extra: [(name: String, type: String)] = []
        let known = Set(mapping.target.columns(of: work.table).map { $0.name.uppercased() })
        for column in work.moves.flatMap(\.columns) where !known.contains(column.name.uppercased()) {
            guard !extra.contains(where: { $0.name.uppercased() == column.name.uppercased() }) else { continue }
            extra.append((column.name, column.type))
        }
        if !work.unknownColumns.isEmpty {
            log.notice(
                "\(work.table) is rebuilt. Its columns \(work.unknownColumns.map(\.newName).joined(separator: ", ")) are "
                    + "not in the model: they keep their values and types, but not their constraints and defaults."
            )
        }
        extra += work.unknownColumns.map { ($0.newName, $0.column.type) }
        try create(work, extraColumns: extra)
        for source in work.sources {
            let moves = work.moves.filter { $0.source.tableName == source }
            let insertions = try moves.map { try insertion($0, work) }
            try forEachRange(of: current(source), key: "Z_PK") { lower, upper in
                for (move, insertion) in zip(moves, insertions) {
                    try runner.run(insertion.sql) { binder in
                        binder.integer(lower)
                        binder.integer(upper)
                        insertion.text.bind(to: &binder)
                    }
                    try progress(move.target.entityName, runner.changedRows)
                }
            }
        }
    }

    private func insertion(_ move: RowMove, _ work: TableWork) throws -> (sql: String, text: ContentText) {
        var text = ContentText(
            firstParameter: 3,
            name: { "s." + SQLIdentifier.quoted($0) },
            table: { [unowned self] in current($0) }
        )
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values = [move.offset == 0 ? "s.Z_PK" : "s.Z_PK + \(move.offset)", "\(move.target.number)", "s.Z_OPT"]
        for column in move.columns {
            names.append(SQLIdentifier.quoted(column.name))
            values.append(try content(column, of: move, &text))
        }
        for column in work.unknownColumns where column.source == move.source.tableName {
            names.append(SQLIdentifier.quoted(column.newName))
            values.append("s." + SQLIdentifier.quoted(column.column.name))
        }
        let conditions = ["s.Z_PK > ?1 AND s.Z_PK <= ?2"] + [move.condition("s.")].compactMap(\.self)
        let sql =
            "INSERT INTO \(SQLIdentifier.quoted(work.table)) (\(names.joined(separator: ", "))) SELECT "
            + "\(values.joined(separator: ", ")) FROM \(current(move.source.tableName)) AS s WHERE "
            + conditions.joined(separator: " AND ")
        return (sql, text)
    }
}
