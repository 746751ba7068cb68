package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@_TransformablePersistedProperty`: as `@_PersistedProperty`, for a property with a value transformer.
package enum TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        PersistedProperty(declaration, node: node, flavor: .transformable, in: context)?.accessors ?? []
    }

    package static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        PersistedProperty(declaration, node: node, flavor: .transformable, in: context).map { [$0.placeholder] } ?? []
    }
}
