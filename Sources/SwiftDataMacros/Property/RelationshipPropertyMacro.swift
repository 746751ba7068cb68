package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Relationship`: a mark that `@Model` reads.
package enum RelationshipPropertyMacro: PeerMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let rule = unlabeledDeleteRule(of: node) {
            ModelDiagnostics.unlabeledDeleteRule(rule, in: node, context: context)
        }
        return []
    }

    /// The arguments as `Schema.Relationship` takes them.
    static func arguments(of node: AttributeSyntax) -> String {
        guard let arguments = node.arguments else { return "" }
        guard unlabeledDeleteRule(of: node) != nil else { return arguments.trimmedDescription }
        return "deleteRule: \(arguments.trimmedDescription)"
    }

    /// A delete rule as the first betas wrote it: first and without its label.
    private static func unlabeledDeleteRule(of node: AttributeSyntax) -> LabeledExprSyntax? {
        guard case .argumentList(let arguments)? = node.arguments, let first = arguments.first, first.label == nil,
            let rule = first.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
            ["cascade", "deny", "nullify", "noAction"].contains(rule)
        else {
            return nil
        }
        return first
    }
}
