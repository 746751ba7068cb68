package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate`: a closure's expression as a tree that stores can read.
package enum PredicateMacro: SwiftSyntaxMacros.ExpressionMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        try TreeExpansion(of: node, type: "Predicate").expression()
    }
}

/// `#Expression`: as `#Predicate`, for a value of any type.
package enum ExpressionMacro: SwiftSyntaxMacros.ExpressionMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        try TreeExpansion(of: node, type: "Expression").expression()
    }
}

/// The expansion of both macros: Foundation's type, made with a closure that builds the tree.
private struct TreeExpansion {
    let node: any FreestandingMacroExpansionSyntax
    let type: String

    init(of node: some FreestandingMacroExpansionSyntax, type: String) {
        self.node = node
        self.type = type
    }

    func expression() throws -> ExprSyntax {
        guard let closure else {
            throw TreeDiagnostic.notAClosure(macro: type).error(at: node)
        }
        let builder = TreeBuilder()
        let body = try builder.closure(closure, maximumParameters: .max)
        let generics = node.genericArgumentClause?.trimmedDescription ?? ""
        return "Foundation.\(raw: type)\(raw: generics)(\(raw: body))"
    }

    private var closure: ClosureExprSyntax? {
        node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
    }
}
