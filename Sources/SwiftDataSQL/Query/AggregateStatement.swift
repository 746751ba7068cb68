package import SwiftDataCore

/// The SELECT for aggregates: the keys of each group, the requested values, and the counts that have to be zero.
package struct AggregateStatement: Sendable {
    /// The form of a result.
    package enum Form: Sendable {
        /// A number of rows or values.
        case count
        /// A value of a kind of columns.
        case value(AttributeKind)
        /// A sum of numbers of a type.
        case sum(QueryArithmetic.Number)
        /// The greatest value of a kind, which may be NaN.
        case greatest(AttributeKind)
        /// A model: its key and the number of its entity, in two columns.
        case model
    }

    package let sql: String
    package let bindings: [SQLBinding]
    /// The forms of the results, keys first.
    package let forms: [Form]
    package let keyCount: Int
    /// The number of columns at the end that hold the number of values that are missing. Damage is behind one that is
    /// not zero.
    package let checkCount: Int
    /// The columns for which the knowledge that all their strings are composed would help: see ``TextColumn``.
    package let textColumns: Set<TextColumn>

    /// Translates a request; nil where the database cannot answer it exactly.
    /// - Parameter skipsNaN: True if no NaN may be a greatest value.
    /// - Throws: ``SwiftDataError`` with code `unknownSchema` for an entity that is not in the layout.
    package init?(
        _ request: AggregateRequest,
        layout: StoreLayout,
        dialect: any SQLDialect,
        storeIdentifier: String?,
        composed: Set<TextColumn> = [],
        skipsNaN: Bool = false
    ) throws {
        guard let table = layout[request.entityName] else {
            throw SwiftDataError.notInSchema(request.entityName)
        }
        let translator = SQLTranslator(
            layout: layout,
            storeIdentifier: storeIdentifier,
            dialect: dialect,
            composed: composed
        )
        var builder = AggregateBuilder(
            select: SelectBuilder(table: table, translator: translator),
            skipsNaN: skipsNaN
        )
        if let condition = request.condition { builder.select.filter(condition) }
        guard builder.select.residual.isEmpty else { return nil }
        do {
            for key in request.keys { try builder.add(key: key) }
            for column in request.columns { try builder.add(column) }
        } catch is Untranslatable {
            return nil
        }
        let statement = builder.statement
        sql = statement.sql
        bindings = statement.bindings
        forms = builder.forms
        keyCount = request.keys.count
        checkCount = builder.checks.count
        textColumns = builder.select.translator.textColumns.asked
    }
}

/// The parts of the statement while it is being made.
private struct AggregateBuilder {
    var select: SelectBuilder
    let skipsNaN: Bool
    private(set) var forms: [AggregateStatement.Form] = []
    private(set) var checks: [SQLFragment] = []
    private var keys: [SQLFragment] = []
    private var columns: [SQLFragment] = []

    init(select: SelectBuilder, skipsNaN: Bool) {
        self.select = select
        self.skipsNaN = skipsNaN
    }

    mutating func add(key node: QueryNode) throws {
        let (term, guards) = try select.translator.guarded { try $0.term(node) }
        guard guards.isEmpty else { throw Untranslatable("a key that may fail") }
        if case .row(let row) = term {
            let (alias, _) = try select.translator.alias(of: row)
            keys += ["\(alias).\(select.row.key)", "\(alias).\(select.row.entity)"]
            // A reference that leads nowhere is damage.
            checks.append("COUNT(\(row.key)) - COUNT(\(alias).\(select.row.key))")
            return forms.append(.model)
        }
        let scalar = try select.translator.scalar(term)
        guard scalar.null != .failure else { throw Untranslatable("a key that may fail") }
        try select.check(scalar.fragment)
        keys.append(scalar.fragment)
        forms.append(.value(scalar.kind))
    }

    mutating func add(_ column: AggregateColumn) throws {
        guard let node = column.operand else {
            columns.append("COUNT(*)")
            return forms.append(.count)
        }
        let (scalar, guards) = try select.translator.guarded { try $0.scalar(node) }
        guard guards.isEmpty, scalar.null != .failure || !column.isOptional else {
            throw Untranslatable("a value that may fail")
        }
        try select.check(scalar.fragment)
        let operand = scalar.fragment
        let described = SQLAggregate.Operand(
            kind: scalar.kind,
            isComposed: scalar.kind.primitive == .string && select.translator.textColumns.isComposed(scalar)
        )
        switch column.function {
        case .rows: throw Untranslatable("a number of rows with an operand")
        case .values: try add("COUNT(\(operand))", .count, scalar, column)
        case .distinct: try add(.distinct(described), .count, scalar, column)
        case .minimum: try add(.minimum(described), .value(scalar.kind), scalar, column)
        case .maximum:
            try add(.maximum(described, skipsNaN: skipsNaN), .greatest(scalar.kind), scalar, column)
        case .sum(let number):
            guard QueryArithmetic.Number(scalar.kind.primitive) == number else {
                throw Untranslatable("a sum of another type")
            }
            // It reports missing values itself.
            columns.append(
                try select.translator.known(
                    select.translator.dialect.aggregate(.sum(number, isOptional: column.isOptional), operand),
                    "a sum"
                )
            )
            forms.append(.sum(number))
        }
    }

    private mutating func add(
        _ function: SQLAggregate,
        _ form: AggregateStatement.Form,
        _ scalar: SQLScalar,
        _ column: AggregateColumn
    ) throws {
        let aggregate = select.translator.dialect.aggregate(function, scalar.fragment)
        try add(try select.translator.known(aggregate, "an aggregate"), form, scalar, column)
    }

    private mutating func add(
        _ aggregate: SQLFragment,
        _ form: AggregateStatement.Form,
        _ scalar: SQLScalar,
        _ column: AggregateColumn
    ) throws {
        columns.append(aggregate)
        forms.append(form)
        if !column.isOptional, scalar.null != .never { checks.append("COUNT(*) - COUNT(\(scalar.fragment))") }
    }

    var statement: SQLFragment {
        let grouping = keys.indices.map { SQLFragment(String($0 + 1)) }.joined(", ")
        let rows: SQLFragment = "\(select.from)\(select.whereClause(true))"
        let results: SQLFragment = "SELECT \((keys + columns + checks).joined(", "))\(rows)"
        return keys.isEmpty ? results : "\(results) GROUP BY \(grouping)"
    }
}
