import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model.
package enum PersistentModelMacro {}

extension PersistentModelMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else {
            ModelDiagnostics.notAClass(declaration, in: context)
            return []
        }
        let model = ModelClass(declaration, isSubclass: !protocols.contains(where: \.isModelMarker), in: context)
        ModelDiagnostics.check(model, in: context)
        return ModelMembers(model).all
    }
}

extension PersistentModelMacro: MemberAttributeMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
            let property = ModelProperty(variable), !variable.hasAttribute("_PersistedProperty"),
            !variable.hasAttribute("_TransformablePersistedProperty")
        else {
            return []
        }
        let model = ModelClass(declaration, isSubclass: false, in: context)
        let macro = property.isTransformable ? "_TransformablePersistedProperty" : "_PersistedProperty"
        guard !model.hasConditionalProperties,
            let slot = model.properties.firstIndex(where: { $0.name == property.name })
        else {
            return ["@SwiftData.\(raw: macro)"]
        }
        return ["@SwiftData.\(raw: macro)(slot: \(literal: slot))"]
    }
}

extension PersistentModelMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
        // Members on a global actor meet the protocol's requirements with a check at run time.
        let isIsolated = declaration.isOnGlobalActor
        return try protocols.map { conformance in
            let header: SyntaxNodeString
            switch conformance.lastName {
            case "Sendable":
                header = """
                    @available(*, unavailable, message: \(literal: notSendable))
                    extension \(type.trimmed): Swift.Sendable
                    """
            case "Observable":
                header = "nonisolated extension \(type.trimmed): Observation.Observable"
            case "_ModelClass":
                header = "extension \(type.trimmed): SwiftData._ModelClass"
            case let name:
                header =
                    isIsolated
                    ? "extension \(type.trimmed): @preconcurrency SwiftData.\(raw: name)"
                    : "nonisolated extension \(type.trimmed): SwiftData.\(raw: name)"
            }
            return try ExtensionDeclSyntax(header) {}
        }
    }

    private static let notSendable = """
        models belong to the context that made them and cannot be sent: send the 'persistentModelID' instead, \
        or work on them in a ModelActor
        """
}

extension TypeSyntax {
    /// The name of a type without qualification.
    fileprivate var lastName: String {
        self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
    }

    /// True if this is the protocol that only expansions of `@Model` declare a conformance to.
    fileprivate var isModelMarker: Bool { lastName == "_ModelClass" }
}
