/// A question about many rows that a store can answer with one statement: aggregates of the rows that match a condition,
/// for all of them or for each group.
package struct AggregateRequest: Sendable {
    /// The entity of the rows. Rows of its subentities count too.
    package let entityName: String
    /// The condition that the rows match; nil for all rows.
    package var condition: QueryNode?
    /// The values that rows of one group share. Without keys all rows are one group, also where there are no rows.
    package let keys: [QueryNode]
    /// The requested values of each group.
    package let columns: [AggregateColumn]

    package init(entityName: String, condition: QueryNode?, keys: [QueryNode] = [], columns: [AggregateColumn]) {
        self.entityName = entityName
        self.condition = condition
        self.keys = keys
        self.columns = columns
    }
}

/// One value that is computed from the rows of a group.
package struct AggregateColumn: Sendable {
    package enum Function: Sendable {
        /// The number of rows.
        case rows
        /// The number of values that are not nil.
        case values
        /// The number of different values. NaN is one value.
        case distinct
        /// The sum of the values: as ``IntegerSum/stored``, ``FloatingSum/stored`` or ``DecimalSum/stored``.
        case sum(QueryArithmetic.Number)
        /// The least value; nil where there is none. It may be NaN where there is no other value.
        case minimum
        /// The greatest value; nil where there is none. It may be NaN where one value is.
        case maximum
    }

    package let function: Function
    /// The value of a row; nil for ``Function/rows``.
    package let operand: QueryNode?
    /// True if nil is a value of the operand, which is left out. Otherwise a row without a value is damaged.
    package let isOptional: Bool

    package init(_ function: Function, _ operand: QueryNode? = nil, isOptional: Bool = true) {
        self.function = function
        self.operand = operand
        self.isOptional = isOptional
    }
}

/// The answer for one group.
package struct AggregateRow: Sendable {
    /// The values of ``AggregateRequest/keys``.
    package var keys: [StoredValue]
    /// The values of ``AggregateRequest/columns``.
    package var columns: [StoredValue]

    package init(keys: [StoredValue] = [], columns: [StoredValue] = []) {
        self.keys = keys
        self.columns = columns
    }
}

extension AggregateRequest {
    /// The nodes that the answer depends on.
    var nodes: [QueryNode] { [condition].compactMap { $0 } + keys + columns.compactMap(\.operand) }
}
