package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor a model context of its own.
package enum PersistentModelActorMacro {}

extension PersistentModelActorMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let actor = declaration.as(ActorDeclSyntax.self) else {
            ModelDiagnostics.notAnActor(declaration, in: context)
            return []
        }
        let access = actor.memberAccess
        var members: [DeclSyntax] = [
            "\(raw: access)nonisolated let modelExecutor: any SwiftData.ModelExecutor",
            "\(raw: access)nonisolated let modelContainer: SwiftData.ModelContainer",
        ]
        if !actor.initializesItself {
            members.append(
                """
                \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
                    let modelContext = SwiftData.ModelContext(modelContainer)
                    self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
                """
            )
        }
        return members
    }
}

extension PersistentModelActorMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor") {}]
    }
}

extension ActorDeclSyntax {
    /// The modifier that makes a member as visible as the actor, followed by a space.
    fileprivate var memberAccess: String {
        for modifier in modifiers where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open): return "public "
            case .keyword(.package): return "package "
            default: continue
            }
        }
        return ""
    }

    /// True if the actor has an `init(modelContainer:)` of its own, or properties that the generated one could not set.
    fileprivate var initializesItself: Bool {
        memberBlock.members.contains { member in
            if let initializer = member.decl.as(InitializerDeclSyntax.self) {
                return initializer.signature.parameterClause.parameters.map(\.firstName.text) == ["modelContainer"]
            }
            return member.decl.as(VariableDeclSyntax.self)?.needsInitializer ?? false
        }
    }
}

extension VariableDeclSyntax {
    fileprivate var needsInitializer: Bool {
        guard !isComputedOrShared else { return false }
        let isVariable = bindingSpecifier.tokenKind == .keyword(.var)
        return bindings.contains { binding in
            binding.initializer == nil && !(isVariable && binding.typeAnnotation?.type.isOptional ?? false)
        }
    }
}
