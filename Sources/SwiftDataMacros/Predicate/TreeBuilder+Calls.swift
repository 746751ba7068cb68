import SwiftSyntax

extension TreeBuilder {
    /// A call of a method that the predicate language has.
    func call(_ node: FunctionCallExprSyntax) throws -> TreeOperand {
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base else {
            throw unknownFunction(node)
        }
        let name = callee.declName.baseName.text
        guard let method = TreeMethod.all[name] else {
            throw unknownMethod(node, callee)
        }
        guard let arguments = method.arguments(of: node) else {
            throw unknownArguments(node, callee)
        }
        if name == "contains", let comparison = try partialRange(base, contains: arguments[0]) { return comparison }
        let root = try operand(base)
        var operands = [root]
        var texts = [method.takesBareReceiver ? root.bareText : root.text]
        for argument in arguments {
            let value: String
            if let closure = try argument.closure(in: self) {
                value = try self.closure(closure)
            } else {
                let operand = try operand(argument.expression)
                operands.append(operand)
                value = operand.text
            }
            texts.append(argument.label.map { "\($0): \(value)" } ?? value)
        }
        // Letters in quotes would be taken for characters, whose sequence is looked for in a string.
        if name == "contains", base.withoutParentheses.is(ArrayExprSyntax.self), arguments[0].label == nil {
            return add("Foundation.PredicateExpressions.SequenceContains(sequence: \(texts[0]), element: \(texts[1]))")
        }
        return add(
            Self.call(method.function, texts.joined(separator: ", ")),
            isOpen: !operands.contains(where: \.isBound)
        )
    }

    /// `(bound...).contains(value)` and the like, for which there is no node: a comparison with the only bound.
    private func partialRange(_ base: ExprSyntax, contains argument: TreeMethod.Argument) throws -> TreeOperand? {
        let range = base.withoutParentheses
        guard argument.label == nil, scope.isUsed(in: range) else { return nil }
        let bound: ExprSyntax
        let operation: String
        if let from = range.as(PostfixOperatorExprSyntax.self), from.operator.text == "..." {
            (bound, operation) = (from.expression, "lessThanOrEqual")
        } else if let upTo = range.as(PrefixOperatorExprSyntax.self), upTo.operator.text == "..." {
            (bound, operation) = (upTo.expression, "greaterThanOrEqual")
        } else if let upTo = range.as(PrefixOperatorExprSyntax.self), upTo.operator.text == "..<" {
            (bound, operation) = (upTo.expression, "greaterThan")
        } else {
            return nil
        }
        let operands = [try operand(bound), try operand(argument.expression)]
        return node(
            "Comparison",
            "lhs: \(operands[0].text), rhs: \(operands[1].text), op: .\(operation)",
            operands: operands
        )
    }

    /// `predicate?.evaluate(value)` or with `!`, where the predicate is captured: a predicate is no value that could
    /// be unwrapped inside another.
    func optionalEvaluation(_ expression: ExprSyntax) throws -> TreeOperand? {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
            callee.declName.baseName.text == "evaluate", let base = callee.base, !scope.isUsed(in: base)
        else { return nil }
        let chain = base.as(OptionalChainingExprSyntax.self)
        guard let optional = chain?.expression ?? base.as(ForceUnwrapExprSyntax.self)?.expression else { return nil }
        let inputs = try call.arguments.map { try operand($0.expression).text }
        let arguments = (["optional: \(optional.trimmedDescription)"] + inputs).joined(separator: ", ")
        let evaluation = add(Self.call("evaluate", arguments))
        return chain != nil ? evaluation : node("ForcedUnwrap", evaluation.text, operands: [evaluation])
    }
}
