package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate`: a closure's expression as a tree that stores can read.
package enum PredicateMacro: SwiftSyntaxMacros.ExpressionMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        try TreeExpansion(of: node, kind: .predicate).expression()
    }
}

/// `#Expression`: as `#Predicate`, for a value of any type.
package enum ExpressionMacro: SwiftSyntaxMacros.ExpressionMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        try TreeExpansion(of: node, kind: .expression).expression()
    }
}

/// The expansion of both macros: Foundation's type, made with a closure that builds the tree.
private struct TreeExpansion {
    let node: any FreestandingMacroExpansionSyntax
    let kind: TreeKind

    init(of node: some FreestandingMacroExpansionSyntax, kind: TreeKind) {
        self.node = node
        self.kind = kind
    }

    func expression() throws -> ExprSyntax {
        let builder = TreeBuilder(kind)
        guard let closure else { throw builder.error(.notAClosure, at: node) }
        let body = try builder.closure(closure, maximumParameters: .max)
        let generics = node.genericArgumentClause?.trimmedDescription ?? ""
        return "Foundation.\(raw: kind.type)\(raw: generics)(\(raw: body))"
    }

    private var closure: ClosureExprSyntax? {
        node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
    }
}
