extension QueryNode {
    /// True if the value depends on other rows than the one that is tested.
    package var followsRelationships: Bool { leaves([.root]) }

    /// True if anything is read from another row than the tested one, which the variables stand for.
    private func leaves(_ own: Set<QueryVariable>) -> Bool {
        switch self {
        // A computed property may read anything.
        case .unsupported: return true
        case .property(let node):
            if node.role == .toMany || node.entityName != nil && !node.base.isRow(own) { return true }
            return node.base.leaves(own)
        case .optional(.flatMap(let wrapped, let variable, let transform)):
            return wrapped.leaves(own) || transform.leaves(wrapped.isRow(own) ? own.union([variable]) : own)
        default: return children.contains { $0.leaves(own) }
        }
    }

    /// True if the node is the tested row itself.
    private func isRow(_ own: Set<QueryVariable>) -> Bool {
        switch self {
        case .variable(let variable): own.contains(variable)
        case .cast(let node): node.operand.isRow(own)
        case .optional(.unwrap(let operand)): operand.isRow(own)
        default: false
        }
    }
}

extension QueryNode {
    /// True if the evaluation needs models, and not only their values: for computed properties.
    package var needsModels: Bool {
        if case .unsupported(let node) = self, let operation = node.operation {
            if operation.operandTypes.contains(where: { QueryTypes.unwrapped($0) is any PersistentModel.Type }) {
                return true
            }
        }
        return children.contains { $0.needsModels }
    }
}
