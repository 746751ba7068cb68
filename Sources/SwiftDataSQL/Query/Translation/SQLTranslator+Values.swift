import SwiftDataCore

extension SQLTranslator {
    mutating func arithmetic(_ node: QueryArithmetic) throws -> SQLScalar {
        switch node {
        case .binary(let op, let number, let lhs, let rhs):
            return try arithmetic(op, number, try scalar(lhs), try scalar(rhs))
        case .negate(let number, let operand):
            let zero = number.minuendOfNegation
            let left = SQLScalar(SQLFragment(binding: zero, number.kind), number.kind, .never, constant: zero)
            return try arithmetic(.subtract, number, left, try scalar(operand))
        }
    }

    private func arithmetic(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ lhs: SQLScalar,
        _ rhs: SQLScalar
    ) throws -> SQLScalar {
        for operand in [lhs, rhs] where QueryArithmetic.Number(operand.kind.primitive) == nil {
            throw Untranslatable("arithmetic on a value that is not a number")
        }
        let fragment = try known(dialect.arithmetic(op, number, lhs.fragment, rhs.fragment), "arithmetic")
        let operandsExist = lhs.null == .never && rhs.null == .never
        return SQLScalar(fragment, number.kind, number.isTotal(op) && operandsExist ? .never : .failure)
    }

    /// - Parameter isTested: True if only the value true of the condition counts.
    mutating func text(
        _ op: QueryText.Operator,
        _ lhs: QueryNode,
        _ rhs: QueryNode,
        isTested: Bool
    ) throws -> SQLScalar {
        let left = try scalar(lhs)
        let right = try scalar(rhs)
        guard left.kind.primitive == .string, right.kind.primitive == .string else {
            throw Untranslatable("a string operation on a value that is not a string")
        }
        let isCondition = op.entry.isCondition
        var answer = dialect.text(op, left.fragment, right.fragment, plain: right.plainText)
        if op == .startsWith, let beginning = beginning(left, right) { answer = answer.narrowed(by: beginning) }
        let test = try condition(answer, "\(op.rawValue) of strings", isTested: isTested && isCondition)
        return SQLScalar(
            test,
            isCondition ? .boolean : .integer(.int64),
            left.null == .never && right.null == .never ? .never : .failure
        )
    }

    mutating func transform(_ transform: QueryText.Transform, _ operand: QueryNode) throws -> SQLScalar {
        let text = try scalar(operand)
        if text.kind.primitive == .data, transform == .count {
            let count = try known(dialect.byteCount(text.fragment), "the count of bytes")
            return SQLScalar(count, .integer(.int64), text.null)
        }
        guard text.kind.primitive == .string else {
            throw Untranslatable("a string operation on a value that is not a string")
        }
        return SQLScalar(
            try known(dialect.transform(transform, text.fragment), "\(transform.rawValue) of a string"),
            transform.kind,
            text.null
        )
    }
}

extension QueryText.Transform {
    /// The kind of column that would hold the result.
    fileprivate var kind: AttributeKind {
        switch entry.result {
        case .text: .string
        case .number: .integer(.int64)
        case .condition: .boolean
        }
    }
}
