extension QueryNode {
    /// Whether the value depends on other rows than the one that is tested.
    package var followsRelationships: Bool {
        if case .property(let property) = self, property.role == .toMany { return true }
        if case .property(let property) = self, case .property(let base) = property.base, base.role == .toOne {
            return true
        }
        if case .optional(.flatMap(let wrapped, _, let transform)) = self, case .property(let property) = wrapped,
            property.role == .toOne, !transform.isIdentifierOnly
        {
            return true
        }
        // A computed property may read anything.
        if case .unsupported = self { return true }
        return children.contains { $0.followsRelationships }
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
