import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension TreeBuilder {
    /// An expression that depends on the input and that there is no node for.
    func unknown(_ expression: ExprSyntax) -> DiagnosticsError {
        let (kind, advice) = expression.kindInWords
        return error(.expression(kind, advice: advice), at: expression)
    }

    /// An operator that there is no node for.
    func unknownOperator(_ node: ExprSyntax) -> DiagnosticsError {
        let name = node.trimmedDescription
        guard let replacement = Self.replacements[name] else {
            return error(.operation(name, advice: Self.advice[name] ?? Self.supportedOperators), at: node)
        }
        var better = BinaryOperatorExprSyntax(operator: .binaryOperator(replacement.operator))
        better.leadingTrivia = node.leadingTrivia
        better.trailingTrivia = node.trailingTrivia
        return error(
            .operation(name, advice: replacement.advice),
            at: node,
            fixIts: [.replacing(node, with: better, id: "predicate", "use '\(replacement.operator)'")]
        )
    }

    private static let supportedOperators =
        "it has '==', '!=', '<', '<=', '>', '>=', '&&', '||', '!', '+', '-', '*', '/', '%', '??', '...', '..<' and '~='"

    private static let replacements: [String: (operator: String, advice: String)] = [
        "&": ("&&", "a store cannot take bits apart; conditions are joined by '&&'"),
        "|": ("||", "a store cannot take bits apart; conditions are joined by '||'"),
        "^": ("!=", "a store cannot take bits apart; two conditions differ by '!='"),
        ".&": ("&&", "conditions are joined by '&&'"),
        ".|": ("||", "conditions are joined by '||'"),
        "===": ("==", "models are compared by '=='"),
        "!==": ("!=", "models are compared by '!='"),
        "&+": ("+", "use '+'; where a result overflows, the condition does not hold"),
        "&-": ("-", "use '-'; where a result overflows, the condition does not hold"),
        "&*": ("*", "use '*'; where a result overflows, the condition does not hold"),
    ]

    private static let advice: [String: String] = [
        "+=": "nothing can be changed in it", "-=": "nothing can be changed in it",
        "*=": "nothing can be changed in it", "/=": "nothing can be changed in it",
        "<<": "multiply by a power of two", ">>": "divide by a power of two",
    ]

    /// `!` before an operand that may be nil.
    func negatedOptional(_ node: PrefixOperatorExprSyntax) -> DiagnosticsError {
        let value = node.expression.withoutParentheses.trimmed
        let comparison: ExprSyntax = "\(value) != true"
        return error(
            .operation("!", advice: "the value may be nil, which is compared by '!= true'"),
            at: node.operator,
            fixIts: [
                .replacing(
                    ExprSyntax(node),
                    with: comparison.with(\.leadingTrivia, node.leadingTrivia)
                        .with(\.trailingTrivia, node.trailingTrivia),
                    id: "predicate",
                    "use '!= true'"
                )
            ]
        )
    }

    /// A subscript by `...`; Foundation has a node for that by `..<` alone.
    func closedRangeSubscript(_ range: InfixOperatorExprSyntax) -> DiagnosticsError {
        let halfOpen: ExprSyntax = "\(range.leftOperand.trimmed)..<\(range.rightOperand.trimmed) + 1"
        return error(
            .operation("...", advice: "a subscript takes a range made by '..<'"),
            at: range.operator,
            fixIts: [.replacing(ExprSyntax(range), with: halfOpen, id: "predicate", "use '..<'")]
        )
    }
}

extension ExprSyntax {
    fileprivate var kindInWords: (kind: String, advice: String?) {
        if self.is(ClosureExprSyntax.self) { return ("a closure here", nil) }
        if self.is(SwitchExprSyntax.self) { return ("'switch'", "use 'if' and 'else if', or '==' joined by '||'") }
        if self.is(AwaitExprSyntax.self) { return ("'await'", "compute the awaited value before") }
        if self.is(TryExprSyntax.self) { return ("'try?' or 'try!'", "where a condition fails, it does not hold") }
        if self.is(StringLiteralExprSyntax.self) {
            return ("a string interpolation that depends on its input", "compare the parts one by one")
        }
        if self.is(KeyPathExprSyntax.self) { return ("a key path here", "name the property") }
        if self.is(MacroExpansionExprSyntax.self) { return ("a macro that depends on its input", nil) }
        if self.is(ArrayExprSyntax.self) {
            return ("an array that depends on its input", "compare the elements, joined by '||'")
        }
        if self.is(DictionaryExprSyntax.self) {
            return ("a dictionary that depends on its input", "use 'if' and 'else if'")
        }
        if self.is(TupleExprSyntax.self) { return ("a tuple", "compare the elements, joined by '&&'") }
        if self.is(InOutExprSyntax.self) { return ("'&'", "nothing can be changed in it") }
        if self.is(PostfixOperatorExprSyntax.self) {
            return ("the range '\(trimmedDescription)' here", "use it with 'contains(_:)', or compare by '<' and '>'")
        }
        return ("the expression '\(trimmedDescription)'", nil)
    }
}
