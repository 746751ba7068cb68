import SwiftDataCore

extension SQLTranslator {
    mutating func part(_ node: QueryPart) throws -> SQLScalar {
        let operand = try scalar(node.operand)
        let kind: AttributeKind
        switch (node.kind, operand.kind.primitive) {
        case (.secondsSinceReferenceDate, .date), (.secondsSince1970, .date): kind = .double
        case (.absoluteString, .url), (.uuidString, .uuid): kind = .string
        default: throw Untranslatable("\(node.kind.rawValue) of something else")
        }
        return SQLScalar(dialect.part(node.kind, operand.fragment), kind, operand.null)
    }

    mutating func bytes(_ node: QueryBytes) throws -> SQLScalar {
        let (data, other) = node.operands
        let left = try scalar(data)
        let right = try scalar(other)
        guard left.kind.primitive == .data else { throw Untranslatable("bytes of something else") }
        let test =
            switch node {
            case .contains: dialect.contains(byte: right.fragment, in: left.fragment)
            case .startsWith: dialect.starts(left.fragment, with: right.fragment)
            }
        return SQLScalar(test, .boolean, left.null == .never && right.null == .never ? .never : .failure)
    }
}

extension QueryBytes {
    fileprivate var operands: (data: QueryNode, other: QueryNode) {
        switch self {
        case .contains(let data, let other), .startsWith(let data, let other): (data, other)
        }
    }
}
