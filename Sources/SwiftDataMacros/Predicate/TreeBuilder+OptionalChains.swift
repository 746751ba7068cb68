import SwiftSyntax

extension TreeBuilder {
    /// The first `?` of the chain of members, calls and subscripts that an expression is, unless it is translated.
    func optionalChain(in expression: ExprSyntax) -> OptionalChainingExprSyntax? {
        var first: OptionalChainingExprSyntax?
        var next: ExprSyntax? = expression
        while let link = next {
            if let chain = link.as(OptionalChainingExprSyntax.self), unwrapped[chain.id] == nil {
                first = chain
            }
            next = link.chainBase
        }
        return first
    }

    /// True if an expression contains the value that an optional chain unwraps, so that it cannot be computed
    /// beforehand.
    func containsUnwrapped(_ node: some SyntaxProtocol) -> Bool {
        guard !unwrapped.isEmpty else { return false }
        return unwrapped[node.id] != nil
            || node.children(viewMode: .sourceAccurate).contains { containsUnwrapped($0) }
    }

    /// The rest of a chain, computed where its first optional has a value.
    func flatMap(_ chain: OptionalChainingExprSyntax, in expression: ExprSyntax) throws -> TreeOperand {
        let wrapped = try operand(chain.expression)
        let name = newName()
        unwrapped[chain.id] = name
        let closure = try build(parameters: [name], sources: []) { try operand(expression) }
        return add(Self.call("flatMap", "\(wrapped.text), \(closure)"))
    }
}

extension ExprSyntax {
    /// True if the expression is nil where one of its optionals is.
    var isOptionalChain: Bool {
        var next: ExprSyntax? = self
        while let link = next, !link.is(ForceUnwrapExprSyntax.self) {
            if link.is(OptionalChainingExprSyntax.self) { return true }
            next = link.chainBase
        }
        return false
    }

    /// The expression that the member, call, subscript or unwrapping at the end of a chain is applied to.
    fileprivate var chainBase: ExprSyntax? {
        if let node = self.as(MemberAccessExprSyntax.self) { return node.base }
        if let node = self.as(FunctionCallExprSyntax.self) { return node.calledExpression }
        if let node = self.as(SubscriptCallExprSyntax.self) { return node.calledExpression }
        if let node = self.as(ForceUnwrapExprSyntax.self) { return node.expression }
        return self.as(OptionalChainingExprSyntax.self)?.expression
    }
}
