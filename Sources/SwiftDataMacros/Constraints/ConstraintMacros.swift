package import SwiftSyntax
package import SwiftSyntaxMacros

/// `#Unique`: a mark that `@Model` reads.
package enum UniqueConstraintsMacro: DeclarationMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}

/// `#Index`: a mark that `@Model` reads.
package enum IndexMacro: DeclarationMacro {
    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
