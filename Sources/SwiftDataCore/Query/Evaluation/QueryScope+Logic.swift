extension QueryScope {
    package mutating func evaluate(_ node: QueryLogic) throws -> Bool {
        switch node {
        case .and(let operands):
            for operand in operands where try !evaluate(operand).bool() { return false }
            return true
        case .or(let operands):
            for operand in operands where try evaluate(operand).bool() { return true }
            return false
        case .not(let operand): return try !evaluate(operand).bool()
        }
    }

    package mutating func evaluate(_ node: QueryOptional) throws -> Evaluated {
        switch node {
        case .flatMap(let wrapped, let variable, let transform):
            let value = try evaluate(wrapped)
            if value.isNull { return .null }
            self[variable] = value
            return try evaluate(transform)
        case .coalesce(let optional, let fallback):
            let value = try evaluate(optional)
            return value.isNull ? try evaluate(fallback) : value
        case .unwrap(let optional):
            let value = try evaluate(optional)
            if value.isNull { throw QueryFailure.unexpectedNil }
            return value
        }
    }

    package mutating func evaluate(_ node: QueryCast) throws -> Evaluated {
        let value = try evaluate(node.operand)
        let fits =
            if case .row(let row) = value { row.layout.isKind(of: node.entityName) } else { false }
        switch node.op {
        case .check: return .bool(fits)
        case .conditional: return fits ? value : .null
        case .forced:
            guard fits else { throw QueryFailure.badCast }
            return value
        }
    }
}

extension ModelLayout {
    /// True if the class is the entity's or inherits from it.
    package func isKind(of entityName: String) -> Bool {
        var layout: ModelLayout? = self
        while let current = layout {
            if current.entityName == entityName { return true }
            layout = current.superLayout
        }
        return false
    }
}
