package import SwiftDataCore

/// The SELECT for a fetch, and the part of the fetch that remains for memory.
package struct SelectStatement: Sendable {
    /// The columns of the result.
    package enum Columns: Sendable {
        /// ``RowColumns`` and the columns of the entity and its subentities, named as in the table. With slots, only
        /// the columns of the entity's own properties.
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
    /// - Parameters:
    ///   - ordersByKey: True if rows without a requested order are sorted by their keys.
    ///   - keys: The keys of all rows that can match, where they are known.
    /// - Throws: ``SwiftDataError`` with code `unknownSchema` for an entity that is not in the layout, and with code
    ///   `unsupportedPredicate` for a condition that has no meaning at all.
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
        ordersByKey: Bool = false,
        keys: [Int64]? = nil
    ) throws {
        guard let table = layout[entity] else {
            throw SwiftDataError.notInSchema(entity)
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
        if let failure = builder.failure { throw failure }
        if let keys { builder.narrow(to: keys) }
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
