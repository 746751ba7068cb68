import SwiftDataCore

extension SQLTranslator {
    mutating func part(_ node: QueryPart) throws -> SQLScalar {
        let operand = try scalar(node.operand)
        let kind: AttributeKind
        switch (node.kind, operand.kind.primitive) {
        case (.secondsSinceReferenceDate, .date), (.secondsSince1970, .date): kind = .double
        case (.dateSinceReferenceDate, .double): kind = .date
        case (.absoluteString, .url), (.uuidString, .uuid): kind = .string
        default: throw Untranslatable("\(node.kind.rawValue) of a value of another type")
        }
        let part = try known(dialect.part(node.kind, operand.fragment), "the \(node.kind.rawValue) of a value")
        return SQLScalar(part, kind, operand.null)
    }

    mutating func calendarPart(_ node: QueryCalendarPart) throws -> SQLScalar {
        let date = try scalar(node.date)
        guard date.kind.primitive == .date else { throw Untranslatable("a part of a value that is not a date") }
        let calendar = SQLFragment(binding: .string(try SQLFunctions.text(of: node.calendar)), .string)
        let part = dialect.calendarPart(node.component, calendar, date.fragment)
        return SQLScalar(try known(part, "a part of a date"), .integer(.int64), date.null)
    }

    /// - Parameter isTested: True if only the value true of the condition counts.
    mutating func bytes(_ node: QueryBytes, isTested: Bool) throws -> SQLScalar {
        let (data, other) = node.operands
        let left = try scalar(data)
        let right = try scalar(other)
        guard left.kind.primitive == .data else { throw Untranslatable("bytes of a value that is not data") }
        let answer =
            switch node {
            case .contains: dialect.contains(byte: right.fragment, in: left.fragment)
            case .startsWith: dialect.starts(left.fragment, with: right.fragment)
            }
        let test = try condition(answer, "a search among bytes", isTested: isTested)
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
