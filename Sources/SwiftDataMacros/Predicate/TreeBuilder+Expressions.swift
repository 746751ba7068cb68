import SwiftSyntax
import SwiftSyntaxBuilder

extension TreeBuilder {
    /// Translates an expression.
    func operand(_ expression: ExprSyntax) throws -> TreeOperand {
        if isCaptured(expression) { return .captured(expression) }
        if let evaluation = try optionalEvaluation(expression) { return evaluation }
        if let chain = optionalChain(in: expression) {
            return try flatMap(chain, in: expression)
        }
        return try translate(expression)
    }

    /// True if an expression is computed when the predicate is made.
    func isCaptured(_ expression: ExprSyntax) -> Bool {
        !scope.isUsed(in: expression) && !expression.isComputedLater && !containsUnwrapped(expression)
    }

    private func translate(_ expression: ExprSyntax) throws -> TreeOperand {
        if let node = expression.as(DeclReferenceExprSyntax.self) { return reference(node) }
        if let node = expression.as(TupleExprSyntax.self), let single = node.singleExpression {
            return try operand(single)
        }
        if let node = expression.as(InfixOperatorExprSyntax.self) { return try infix(node) }
        if let node = expression.as(PrefixOperatorExprSyntax.self) { return try prefix(node) }
        if let node = expression.as(TernaryExprSyntax.self) { return try ternary(node) }
        if let node = expression.as(IfExprSyntax.self) { return try conditional(node) }
        if let node = expression.as(MemberAccessExprSyntax.self) { return try member(node) }
        if let node = expression.as(FunctionCallExprSyntax.self) { return try call(node) }
        if let node = expression.as(SubscriptCallExprSyntax.self) { return try subscripted(node) }
        if let node = expression.as(ForceUnwrapExprSyntax.self) { return try forceUnwrap(node) }
        if let node = expression.as(OptionalChainingExprSyntax.self), let name = unwrapped[node.id] {
            return .bound(name)
        }
        if let node = expression.as(AsExprSyntax.self) { return try cast(node) }
        if let node = expression.as(IsExprSyntax.self) { return try typeCheck(node) }
        if let node = expression.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
            return try operand(node.expression)
        }
        throw unknown(expression)
    }

    private func reference(_ node: DeclReferenceExprSyntax) -> TreeOperand {
        scope[node.baseName.text] ?? .captured(ExprSyntax(node))
    }

    private func ternary(_ node: TernaryExprSyntax) throws -> TreeOperand {
        let test = try operand(node.condition)
        let first = try operand(node.thenExpression)
        let second = try operand(node.elseExpression)
        return self.node(
            "Conditional",
            "\(test.text), \(first.text), \(second.text)",
            operands: [first, second]
        )
    }

    private func member(_ node: MemberAccessExprSyntax) throws -> TreeOperand {
        guard let base = node.base else { return .captured(ExprSyntax(node)) }
        let root = try operand(base)
        return add(Self.call("KeyPath", "root: \(root.text), keyPath: \\.\(node.declName.trimmedDescription)"))
    }

    private func forceUnwrap(_ node: ForceUnwrapExprSyntax) throws -> TreeOperand {
        let wrapped = try operand(node.expression)
        return self.node("ForcedUnwrap", wrapped.text, operands: [wrapped])
    }

    private func subscripted(_ node: SubscriptCallExprSyntax) throws -> TreeOperand {
        let base = try operand(node.calledExpression)
        if let argument = node.arguments.first(where: { ![nil, "default"].contains($0.label?.text) }) {
            let name = "subscript(\(node.arguments.map { "\($0.label?.text ?? "_"):" }.joined()))"
            throw error(.callArguments(name, advice: "name the property in its place"), at: argument)
        }
        if let range = node.arguments.first?.expression.as(InfixOperatorExprSyntax.self),
            range.operator.trimmedDescription == "..."
        {
            throw closedRangeSubscript(range)
        }
        let arguments = try node.arguments.map { argument in
            let label = argument.label.map { "\($0.text): " } ?? ""
            return "\(label)\(try operand(argument.expression).text)"
        }
        return self.node("subscript", ([base.text] + arguments).joined(separator: ", "), operands: [base])
    }

    private func cast(_ node: AsExprSyntax) throws -> TreeOperand {
        let value = try operand(node.expression)
        let isConditional = node.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
        let cast = isConditional ? "ConditionalCast" : "ForceCast"
        return add("Foundation.PredicateExpressions.\(cast)<_, \(node.type.trimmedDescription)>(\(value.text))")
    }

    private func typeCheck(_ node: IsExprSyntax) throws -> TreeOperand {
        let value = try operand(node.expression)
        return add("Foundation.PredicateExpressions.TypeCheck<_, \(node.type.trimmedDescription)>(\(value.text))")
    }
}

extension TupleExprSyntax {
    /// The expression in parentheses, if this is not a real tuple.
    var singleExpression: ExprSyntax? {
        guard elements.count == 1, let element = elements.first, element.label == nil else { return nil }
        return element.expression
    }
}

extension ExprSyntax {
    /// The expression without any parentheses around it.
    var withoutParentheses: ExprSyntax {
        self.as(TupleExprSyntax.self)?.singleExpression?.withoutParentheses ?? self
    }

    /// True if the expression stays in the tree although it does not depend on the input.
    ///
    /// An operation that can trap must not run before the conditions that protect it, and stores read ranges by their
    /// bounds.
    var isComputedLater: Bool {
        if self.is(ForceUnwrapExprSyntax.self) || self.is(SubscriptCallExprSyntax.self) { return true }
        if let node = self.as(TupleExprSyntax.self)?.singleExpression { return node.isComputedLater }
        if let node = self.as(AsExprSyntax.self) {
            return node.questionOrExclamationMark?.tokenKind == .exclamationMark
        }
        if let node = self.as(MemberAccessExprSyntax.self) { return node.base?.isComputedLater ?? false }
        if let node = self.as(FunctionCallExprSyntax.self) {
            return node.calledExpression.as(MemberAccessExprSyntax.self)?.base?.isComputedLater ?? false
        }
        if let node = self.as(PrefixOperatorExprSyntax.self) { return node.expression.isComputedLater }
        guard let node = self.as(InfixOperatorExprSyntax.self) else { return false }
        return ["...", "..<"].contains(node.operator.trimmedDescription)
            || node.leftOperand.isComputedLater || node.rightOperand.isComputedLater
    }
}
