import SwiftDataCore

/// The parts of a SELECT while it is being made.
struct SelectBuilder {
    let table: EntityTable
    var translator: SQLTranslator
    let alias: String
    let level = SQLLevel()
    var conditions: [SQLFragment] = []
    var order: [SQLFragment] = []
    var residual: [QueryNode] = []
    var reasons: [String] = []
    var needsSort = false
    /// The error of a condition that has no meaning at all.
    private(set) var failure: SwiftDataError?
    private var bindingCount = 0
    private var length = 0

    init(table: EntityTable, translator: SQLTranslator) {
        self.table = table
        self.translator = translator
        alias = self.translator.newAlias()
        let key: SQLFragment = "\(alias).\(translator.layout.rowColumns.key)"
        self.translator.bind(
            .root,
            to: .row(SQLRow(table: table, key: key, null: .never, source: .alias(alias, level)))
        )
    }

    /// Adds the part of a condition that can be translated. The rest is left for memory.
    mutating func filter(_ query: QueryNode) {
        let parts = if case .logic(.and(let parts)) = query { parts } else { [query] }
        for part in parts {
            // A part behind one that is left for memory can still narrow the rows, since all parts must hold.
            translator.widening = nil
            translator.mayWiden = true
            translator.nesting = 0
            let mark = level.mark
            do {
                let condition = try translator.condition(part, exact: false).fragment
                try check(condition)
                if let reason = translator.widening {
                    residual.append(part)
                    reasons.append(reason)
                }
                conditions.append(condition.operand)
                bindingCount += condition.bindings.count
                length += condition.sql.utf8.count
            } catch {
                if let error = error as? SwiftDataError, error == .unsupportedPredicate { failure = failure ?? error }
                level.reset(to: mark)
                residual.append(part)
                reasons.append((error as? Untranslatable)?.description ?? "\(error)")
            }
        }
        translator.mayWiden = false
    }

    /// Leaves only rows with some keys, which are all of the rows that can match.
    mutating func narrow(to keys: [Int64]) {
        guard let lists = translator.dialect.lists else { return }
        let list = SQLFragment(binding: .string("[\(keys.map(String.init).joined(separator: ","))]"), .string)
        conditions.append("\(alias).\(row.key) IN (\(lists.keys(in: list)))")
    }

    /// Throws if the database cannot read a condition in addition to the conditions that it has already.
    func check(_ condition: SQLFragment) throws {
        let limits = translator.dialect.limits
        if condition.depth > limits.depth { throw Untranslatable.tooDeep }
        guard bindingCount + condition.bindings.count <= limits.bindingCount,
            length + condition.sql.utf8.count <= limits.length,
            level.joins.count <= limits.joinCount
        else { throw Untranslatable("a condition that is too large for the database") }
    }

    mutating func sort(_ keys: [QuerySort], ordersByKey: Bool) {
        for key in keys {
            guard key.comparison != .custom, let value = try? translator.scalar(key.key),
                let term = translator.order(value, key)
            else {
                order = []
                needsSort = true
                return
            }
            order.append(term)
        }
        // Rows with equal keys need an order too, so that pages do not overlap.
        if !order.isEmpty || ordersByKey { order.append("\(alias).\(row.key)") }
    }

    func statement(
        _ columns: SelectStatement.Columns,
        includesSubentities: Bool,
        limit: Int?,
        offset: Int?
    ) -> SQLFragment {
        let page = translator.dialect.page(limit: limit, offset: offset)
        let body: SQLFragment = "\(from)\(whereClause(includesSubentities))"
        let orderBy: SQLFragment = order.isEmpty ? "" : " ORDER BY \(order.joined(", "))"
        switch columns {
        case .rows(let slots):
            let names = columnNames(slots).map { SQLFragment("\(alias).\(translator.layout.names.quoted($0))") }
            return "SELECT \(names.joined(", "))\(body)\(orderBy)\(page)"
        case .identifiers: return "SELECT \(alias).\(row.key), \(alias).\(row.entity)\(body)\(orderBy)\(page)"
        case .count:
            if page.sql.isEmpty { return "SELECT COUNT(*)\(body)" }
            return "SELECT COUNT(*) FROM (SELECT 1\(body)\(page))\(translator.dialect.nameOfSelect)"
        }
    }

    var row: RowColumns { translator.layout.rowColumns }

    var from: SQLFragment {
        " FROM \(translator.layout.names.quoted(table.tableName)) \(alias)\(level.joins.joined(""))"
    }

    func whereClause(_ includesSubentities: Bool) -> SQLFragment {
        var all = conditions
        if !includesSubentities, table.isShared {
            all.insert("\(alias).\(row.entity) = \(table.number)", at: 0)
        } else if table.isShared, table.superNumber != 0 {
            all.insert("\(alias).\(row.entity) IN (\(table.familyList))", at: 0)
        }
        return all.isEmpty ? "" : " WHERE \(all.chained(" AND "))"
    }

    private func columnNames(_ slots: Set<Int>?) -> [String] {
        var names = translator.layout.names.rowColumns.all
        var known = Set(names)
        for number in table.familyNumbers {
            guard let member = translator.layout[number: number] else { continue }
            for (slot, columns) in member.properties.enumerated() {
                // The slots of the entity come first in its subentities too.
                if let slots, slot < table.properties.count, !slots.contains(slot) { continue }
                for name in columns.ownColumnNames where known.insert(name).inserted { names.append(name) }
            }
        }
        return names
    }
}

extension PropertyColumns {
    /// The names of the columns in the entity's own table.
    fileprivate var ownColumnNames: [String] {
        if case .toOne(let column, let entityColumn, _) = self { return [column, entityColumn].compactMap { $0 } }
        return valueColumns.map(\.name)
    }
}
