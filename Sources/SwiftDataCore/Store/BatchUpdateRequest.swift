/// An update of every row that matches a condition.
package struct BatchUpdateRequest: Sendable {
    /// The context that asks.
    package let editingState: EditingState
    package let entityName: String
    /// The condition, or nil for every row.
    package let condition: QueryNode?
    /// True if rows of subclasses are updated too.
    package let includeSubclasses: Bool
    package let assignments: [BatchAssignment]

    package init(
        editingState: EditingState,
        entityName: String,
        condition: QueryNode?,
        includeSubclasses: Bool,
        assignments: [BatchAssignment]
    ) {
        self.editingState = editingState
        self.entityName = entityName
        self.condition = condition
        self.includeSubclasses = includeSubclasses
        self.assignments = assignments
    }
}

/// A new value of a property of each row. It is computed from the values before the update.
package struct BatchAssignment: Sendable {
    /// The slot of an attribute.
    package let slot: Int
    package let value: QueryNode

    package init(slot: Int, value: QueryNode) {
        (self.slot, self.value) = (slot, value)
    }
}
