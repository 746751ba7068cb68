import SwiftSyntax

/// The names that stand for parts of the tree in a closure and in the closures around it.
struct TreeScope {
    private var operands: [String: TreeOperand] = [:]

    /// The operand that a name of the user's stands for; nil for a captured value.
    subscript(name: String) -> TreeOperand? {
        get { operands[name] }
        set { operands[name] = newValue }
    }

    /// Forgets `$0` and the like, which mean something else in a nested closure.
    mutating func removeAnonymous() {
        operands = operands.filter { !$0.key.hasPrefix("$") }
    }

    /// True if an expression refers to any of the names, so that it cannot be computed beforehand.
    func isUsed(in node: some SyntaxProtocol) -> Bool {
        if let reference = node.as(DeclReferenceExprSyntax.self) {
            let isMember = reference.parent?.as(MemberAccessExprSyntax.self)?.declName == reference
            return !isMember && operands[reference.baseName.text] != nil
        }
        var scope = self
        if let closure = node.as(ClosureExprSyntax.self) {
            if closure.signature?.parameterClause == nil { scope.removeAnonymous() }
            for name in closure.parameterNames { scope.operands[name] = nil }
        }
        return node.children(viewMode: .sourceAccurate).contains { scope.isUsed(in: $0) }
    }
}

extension ClosureExprSyntax {
    /// The names that the closure gives its parameters; empty where it uses `$0`.
    var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let parameters): parameters.map(\.name.text)
        case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }
}

extension ClosureExprSyntax {
    /// The declarations of the values that the capture list renames. A value that keeps its name is reached as it is:
    /// the compiler gives up on a capture list inside a macro's expansion.
    var capturedConstants: [String] {
        signature?.capture?.items.compactMap { item in
            item.initializer.map { "let \(item.name.text) \($0.trimmedDescription)" }
        } ?? []
    }
}

extension ClosureExprSyntax {
    /// The number of the closure's parameters if it refers to them by `$0`, `$1` and so on.
    var anonymousParameterCount: Int {
        signature?.parameterClause == nil ? statements.anonymousParameterCount : 0
    }
}

extension SyntaxProtocol {
    /// The number after the highest `$n`, apart from the ones in closures of their own.
    fileprivate var anonymousParameterCount: Int {
        if let reference = self.as(DeclReferenceExprSyntax.self),
            case .dollarIdentifier(let text) = reference.baseName.tokenKind
        {
            return (Int(text.dropFirst()) ?? 0) + 1
        }
        return children(viewMode: .sourceAccurate)
            .map { $0.is(ClosureExprSyntax.self) ? 0 : $0.anonymousParameterCount }.max() ?? 0
    }
}
