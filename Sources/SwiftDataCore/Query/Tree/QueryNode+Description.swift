extension QueryNode: CustomStringConvertible {
    /// The condition as an expression, with a question mark for each constant: stored values stay out of logs.
    public var description: String {
        switch self {
        case .value(let value): if case .null = value.stored { "nil" } else { "?" }
        case .list(let values): "[\(values.count) values]"
        case .variable(let variable): variable == .root ? "$0" : "v\(variable.number)"
        case .property(let node): "\(node.base).\(node.name)"
        case .identifier(let node): "\(node).persistentModelID"
        case .comparison(let node): "(\(node.lhs) \(node.op.symbol) \(node.rhs))"
        case .logic(let node): node.description
        case .optional(let node): node.description
        case .conditional(let node): "(\(node.test) ? \(node.yes) : \(node.no))"
        case .arithmetic(let node): node.description
        case .text(let node): node.description
        case .bytes(.contains(let data, let byte)): "\(data).contains(\(byte))"
        case .bytes(.startsWith(let data, let prefix)): "\(data).starts(with: \(prefix))"
        case .part(let node) where node.kind == .dateSinceReferenceDate:
            "Date(timeIntervalSinceReferenceDate: \(node.operand))"
        case .part(let node): "\(node.operand).\(node.kind.propertyName)"
        case .calendar(let node): "calendar.component(.\(node.component.rawValue), from: \(node.date))"
        case .collection(let node): node.description
        case .range(let node):
            "(\(node.lower?.description ?? "")\(node.includesUpper ? "..." : "..<")"
                + "\(node.upper?.description ?? "")).contains(\(node.element))"
        case .lookup(let node): "[\(node.entries.count) entries][\(node.key)]"
        case .cast(let node): "(\(node.operand) \(node.op.symbol) \(node.entityName))"
        case .unsupported(let node): "<\(node.description)>"
        }
    }
}

extension QueryCast.Operator {
    fileprivate var symbol: String {
        switch self {
        case .check: "is"
        case .conditional: "as?"
        case .forced: "as!"
        }
    }
}

extension QueryLogic {
    fileprivate var description: String {
        switch self {
        case .and(let nodes): "(" + nodes.map(\.description).joined(separator: " && ") + ")"
        case .or(let nodes): "(" + nodes.map(\.description).joined(separator: " || ") + ")"
        case .not(let node): "!\(node)"
        }
    }
}

extension QueryOptional {
    fileprivate var description: String {
        switch self {
        case .flatMap(let wrapped, let variable, let transform):
            "\(wrapped).flatMap { v\(variable.number) in \(transform) }"
        case .coalesce(let optional, let fallback): "(\(optional) ?? \(fallback))"
        case .unwrap(let optional): "\(optional)!"
        }
    }
}

extension QueryArithmetic {
    fileprivate var description: String {
        switch self {
        case .binary(let op, _, let lhs, let rhs): "(\(lhs) \(op.symbol) \(rhs))"
        case .negate(_, let operand): "-\(operand)"
        }
    }
}

extension QueryText {
    fileprivate var description: String {
        switch self {
        case .binary(let op, let lhs, let rhs): "\(lhs).\(op.rawValue)(\(rhs))"
        case .unary(let transform, let operand): "\(operand).\(transform.rawValue)"
        case .matches(let operand, _): "\(operand).contains(/?/)"
        case .search(let search): "search(?, in: [\(search.texts.map(\.description).joined(separator: ", "))])"
        }
    }
}

extension QueryCollection {
    fileprivate var description: String {
        switch self {
        case .contains(let base, let element): "\(base).contains(\(element))"
        case .containsWhere(let base, let variable, let test): "\(base).contains { v\(variable.number) in \(test) }"
        case .allSatisfy(let base, let variable, let test): "\(base).allSatisfy { v\(variable.number) in \(test) }"
        case .filter(let base, let variable, let test): "\(base).filter { v\(variable.number) in \(test) }"
        case .count(let base): "\(base).count"
        case .isEmpty(let base): "\(base).isEmpty"
        case .minimum(let base): "\(base).min()"
        case .maximum(let base): "\(base).max()"
        case .element(let base, let index): "\(base)[\(index)]"
        }
    }
}

extension QueryPart.Kind {
    fileprivate var propertyName: String {
        switch self {
        case .secondsSinceReferenceDate: "timeIntervalSinceReferenceDate"
        case .secondsSince1970: "timeIntervalSince1970"
        case .absoluteString, .uuidString, .dateSinceReferenceDate: rawValue
        }
    }
}
