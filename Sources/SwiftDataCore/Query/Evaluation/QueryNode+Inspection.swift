extension QueryNode {
    /// Whether the value depends on other rows than the one that is tested.
    package var followsRelationships: Bool {
        if case .property(let property) = self, property.role == .toMany { return true }
        // A chain, a fallback, a conditional or a cast may stand between the relationship and what is asked of it.
        if case .property(let property) = self, property.base.leadsToOne { return true }
        if case .optional(.flatMap(let wrapped, _, let transform)) = self, wrapped.leadsToOne,
            !transform.isIdentifierOnly
        {
            return true
        }
        // A computed property may read anything.
        if case .unsupported = self { return true }
        return children.contains { $0.followsRelationships }
    }

    private var leadsToOne: Bool {
        if case .property(let property) = self, property.role == .toOne { return true }
        return children.contains { $0.leadsToOne }
    }

    private var isIdentifierOnly: Bool {
        switch self {
        case .identifier(.variable), .variable: true
        default: false
        }
    }
}

extension QueryNode {
    /// Whether the evaluation needs models, and not only their values: for computed properties.
    package var needsModels: Bool {
        if case .unsupported(let node) = self, let operation = node.operation {
            if operation.operandTypes.contains(where: { QueryTypes.unwrapped($0) is any PersistentModel.Type }) {
                return true
            }
        }
        return children.contains { $0.needsModels }
    }
}
