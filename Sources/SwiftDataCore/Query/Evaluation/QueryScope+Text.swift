import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryText) throws -> Evaluated {
        switch node {
        case .binary(let op, let lhs, let rhs):
            let left = try evaluate(lhs).string()
            return op.apply(left, try evaluate(rhs).string())
        case .unary(let transform, let operand):
            let value = try evaluate(operand)
            if case .value(.data(let bytes), _) = value, transform == .count { return .int(bytes.count) }
            let text = try value.string()
            switch transform.entry.result {
            case .text(let apply): return .value(.string(apply(text)), nil)
            case .number(let apply): return .int(apply(text))
            case .condition(let apply): return .bool(apply(text))
            }
        case .matches(let operand, let pattern):
            return .bool(try TextComparison.matches(try evaluate(operand).string(), pattern: pattern))
        case .search(let search):
            let texts = try search.texts.compactMap { node -> String? in
                let value = try evaluate(node)
                return value.isNull ? nil : try value.string()
            }
            return .bool(search.query.matches(texts))
        }
    }
}

extension QueryText.Operator {
    package func apply(_ left: String, _ right: String) -> Evaluated {
        switch entry.answer {
        case .condition(let apply): .bool(apply(left, right))
        case .order(let apply): .int(apply(left, right).rawValue)
        }
    }
}
