package import SwiftDataCore

/// The SELECT for a fetch, and the part of the fetch that remains for memory.
package struct SelectStatement: Sendable {
    /// The columns of the result.
    package enum Columns: Sendable {
        /// ``RowColumns`` and the columns of the entity and its subentities, named as in the table. With slots, only
        /// those of the entity's own properties.
        case rows(slots: Set<Int>? = nil)
        /// The key and the number of the entity.
        case identifiers
        /// The number of rows, in one row.
        case count
    }

    package private(set) var sql: String
    package private(set) var bindings: [SQLBinding]
    /// The condition that the rows must fulfil in memory. Limit and offset are not part of the statement then, and a
    /// count has to be made from rows.
    package private(set) var residual: QueryNode?
    /// The reason for the ``residual``, for a notice.
    package private(set) var residualReason: String?
    /// The order in which the rows must be sorted in memory. Limit and offset are not part of the statement then.
    package private(set) var residualSort: [QuerySort] = []
    /// The columns for which the knowledge that all their strings are composed would help: see ``TextColumn``.
    package private(set) var textColumns: Set<TextColumn> = []

    /// True if limit and offset remain to be applied.
    package var needsPaging: Bool { residual != nil || !residualSort.isEmpty }

    /// Translates a fetch to statements over the tables of a layout, for a database. Identifiers of another store than
    /// the named one match nothing.
    /// - Parameter ordersByKey: True if rows without a requested order are sorted by their keys.
    /// - Throws: ``SwiftDataError`` with code `unknownSchema` for an entity that is not in the layout.
    package init(
        layout: StoreLayout,
        dialect: any SQLDialect,
        entity: String,
        storeIdentifier: String?,
        query: QueryNode? = nil,
        sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil,
        columns: Columns = .rows(),
        includesSubentities: Bool = true,
        composed: Set<TextColumn> = [],
        ordersByKey: Bool = false
    ) throws {
        guard let table = layout[entity] else {
            throw SwiftDataError(.unknownSchema, "\(entity) is not in the schema of the store.")
        }
        var builder = SelectBuilder(
            table: table,
            translator: SQLTranslator(
                layout: layout,
                storeIdentifier: storeIdentifier,
                dialect: dialect,
                composed: composed
            )
        )
        if let query { builder.filter(query) }
        if case .count = columns {} else { builder.sort(sort, ordersByKey: ordersByKey) }
        let pages = builder.residual.isEmpty && !builder.needsSort
        let statement = builder.statement(
            columns,
            includesSubentities: includesSubentities,
            limit: pages ? limit : nil,
            offset: pages ? offset : nil
        )
        sql = statement.sql
        bindings = statement.bindings
        residual = builder.residual.isEmpty ? nil : .and(builder.residual)
        residualReason = builder.reasons.first
        if builder.needsSort { residualSort = sort }
        textColumns = builder.translator.textColumns.asked
    }
}

/// The parts of a SELECT while it is being made.
private struct SelectBuilder {
    let table: EntityTable
    var translator: SQLTranslator
    let alias: String
    let level = SQLLevel()
    var conditions: [SQLFragment] = []
    var order: [SQLFragment] = []
    var residual: [QueryNode] = []
    var reasons: [String] = []
    var needsSort = false
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
                level.reset(to: mark)
                residual.append(part)
                reasons.append((error as? Untranslatable)?.description ?? "\(error)")
            }
        }
        translator.mayWiden = false
    }

    /// Throws if the database cannot read a condition in addition to the conditions that are there already.
    private func check(_ condition: SQLFragment) throws {
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
            return "SELECT COUNT(*) FROM (SELECT 1\(body)\(page))"
        }
    }

    private var row: RowColumns { translator.layout.rowColumns }

    private var from: SQLFragment {
        " FROM \(translator.layout.names.quoted(table.tableName)) \(alias)\(level.joins.joined(""))"
    }

    private func whereClause(_ includesSubentities: Bool) -> SQLFragment {
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
