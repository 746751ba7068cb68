package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@_PersistedProperty`: turns a stored property into accessors over the model's state.
package enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        PersistedProperty(declaration, node: node, flavor: .ordinary, in: context)?.accessors ?? []
    }

    package static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        PersistedProperty(declaration, node: node, flavor: .ordinary, in: context).map { [$0.placeholder] } ?? []
    }
}
