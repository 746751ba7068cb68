import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension TreeBuilder {
    /// Returns the error of a statement that is not the value.
    func unexpected(_ item: CodeBlockItemSyntax) -> DiagnosticsError {
        if let expression = item.item.as(ExprSyntax.self) {
            if let assignment = expression.as(InfixOperatorExprSyntax.self)?.operator.as(AssignmentExprSyntax.self) {
                return self.assignment(assignment)
            }
            guard expression.isCondition else { return error(.statement("statements before its value"), at: item) }
            var joined = item
            joined.item = .expr("\(expression.trimmed) &&")
            joined.leadingTrivia = item.leadingTrivia
            joined.trailingTrivia = item.trailingTrivia
            return error(
                .severalConditions,
                at: item,
                fixIts: [.replacing(item, with: joined, id: "predicate", "join the conditions by '&&'")]
            )
        }
        if item.item.is(ExpressionStmtSyntax.self) { return error(.statement("statements before its value"), at: item) }
        return error(.statement(item.item.kindInWords), at: item)
    }

    /// `if` without `else`, which has no value where its condition does not hold.
    func missingElse(of node: IfExprSyntax) -> DiagnosticsError {
        // An expression has no known value without its condition.
        guard kind == .predicate else { return error(.missingElse, at: node) }
        var complete = node
        complete.body.trailingTrivia = .space
        complete.elseKeyword = .keyword(.else, trailingTrivia: .space)
        complete.elseBody = .codeBlock(CodeBlockSyntax(statements: "false").spaced)
        complete.trailingTrivia = node.trailingTrivia
        return error(
            .missingElse,
            at: node,
            fixIts: [.replacing(node, with: complete, id: "predicate", "add 'else { false }'")]
        )
    }

    func assignment(_ node: AssignmentExprSyntax) -> DiagnosticsError {
        var equal = BinaryOperatorExprSyntax(operator: .binaryOperator("=="))
        equal.leadingTrivia = node.leadingTrivia
        equal.trailingTrivia = node.trailingTrivia
        return error(
            .operation("=", advice: "compare by '=='"),
            at: node,
            fixIts: [.replacing(node, with: equal, id: "predicate", "use '=='")]
        )
    }
}

extension ExprSyntax {
    /// True if the expression looks like a condition whose value was left unused by mistake.
    fileprivate var isCondition: Bool {
        if let node = self.as(InfixOperatorExprSyntax.self) {
            return ["==", "!=", "<", "<=", ">", ">=", "&&", "||"].contains(node.operator.trimmedDescription)
        }
        if let node = self.as(PrefixOperatorExprSyntax.self) { return node.operator.text == "!" }
        return self.is(MemberAccessExprSyntax.self)
    }
}

extension CodeBlockItemSyntax.Item {
    fileprivate var kindInWords: String {
        switch self {
        case .stmt(let statement):
            switch statement.kind {
            case .forStmt: "'for': use 'contains(where:)' or 'allSatisfy(_:)'"
            case .whileStmt, .repeatStmt: "a loop"
            case .doStmt: "'do'"
            case .deferStmt: "'defer'"
            case .throwStmt: "'throw'"
            case .returnStmt: "statements after 'return'"
            default: "this statement"
            }
        default: "this statement"
        }
    }
}

extension DeclSyntax {
    /// The kind of a declaration, in words.
    var kindInWords: String {
        switch kind {
        case .functionDecl: "function"
        case .structDecl, .classDecl, .enumDecl, .actorDecl, .typeAliasDecl: "type"
        default: "declaration other than a constant"
        }
    }
}

extension CodeBlockSyntax {
    fileprivate var spaced: CodeBlockSyntax {
        var block = self
        block.leftBrace.trailingTrivia = .space
        block.rightBrace.leadingTrivia = .space
        return block
    }
}
