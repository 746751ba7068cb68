import SwiftSyntax
import SwiftSyntaxMacros

/// The class that `@Model` is attached to, as far as its syntax and its conformances show.
struct ModelClass {
    let declaration: ClassDeclSyntax
    /// The model class that this one inherits from, as it is written; nil for the root of a hierarchy.
    let superclass: String?
    /// True if a static stored property is possible: neither the class nor anything around it can be generic.
    let canCacheStatics: Bool

    init(_ declaration: ClassDeclSyntax, isSubclass: Bool, in context: some MacroExpansionContext) {
        self.declaration = declaration
        superclass = isSubclass ? declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription : nil
        canCacheStatics =
            declaration.genericParameterClause == nil && !context.lexicalContext.contains(where: \.mayBeGeneric)
    }

    var name: String { declaration.name.text }

    var isFinal: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) } }

    /// The modifier that makes a member as visible as the class, followed by a space.
    var access: String {
        isOpen ? "public " : explicitAccess
    }

    /// The access, as ``access``, for members that a subclass in another module overrides.
    var overridableAccess: String {
        isOpen ? "open " : explicitAccess
    }

    /// The keyword of a type property that subclasses override.
    var typeProperty: String {
        superclass == nil ? (isFinal ? "static" : "class") : "override class"
    }

    private var isOpen: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.open) } }

    private var explicitAccess: String {
        for modifier in declaration.modifiers where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.public): return "public "
            case .keyword(.package): return "package "
            default: continue
            }
        }
        return ""
    }
}

extension ModelClass {
    /// True if conditional compilation decides on persisted properties, so that the macro cannot number them.
    var hasConditionalProperties: Bool {
        declaration.memberBlock.members.contains { $0.decl.as(IfConfigDeclSyntax.self)?.hasProperties ?? false }
    }

    /// The persisted properties outside of conditional compilation, in the order of their declaration.
    var properties: [ModelProperty] {
        variables.compactMap(ModelProperty.init)
    }

    /// The variables outside of conditional compilation.
    var variables: [VariableDeclSyntax] {
        declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    }

    var hasInitializer: Bool {
        declaration.memberBlock.members.contains { $0.decl.declaresInitializer }
    }
}

extension ClassDeclSyntax {
    /// True if an attribute puts the class on a global actor. The name of a global actor ends in `Actor` by convention.
    var isOnGlobalActor: Bool {
        attributes.contains { element in
            element.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") ?? false
        }
    }
}

extension IfConfigDeclSyntax {
    /// The members of all clauses.
    fileprivate var members: [DeclSyntax] {
        clauses.flatMap { clause -> [DeclSyntax] in
            guard case .decls(let members)? = clause.elements else { return [] }
            return members.map(\.decl)
        }
    }

    fileprivate var hasProperties: Bool {
        members.contains { member in
            member.as(VariableDeclSyntax.self).flatMap(ModelProperty.init) != nil
                || member.as(IfConfigDeclSyntax.self)?.hasProperties ?? false
        }
    }
}

extension DeclSyntax {
    /// True if this is an initialiser, or conditional compilation with one in it.
    fileprivate var declaresInitializer: Bool {
        self.is(InitializerDeclSyntax.self)
            || self.as(IfConfigDeclSyntax.self)?.members.contains(where: \.declaresInitializer) ?? false
    }
}

extension Syntax {
    /// True if a declaration around the class is generic, or an extension of a type that could be.
    fileprivate var mayBeGeneric: Bool {
        if self.is(ExtensionDeclSyntax.self) || self.is(FunctionDeclSyntax.self) { return true }
        return asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}
