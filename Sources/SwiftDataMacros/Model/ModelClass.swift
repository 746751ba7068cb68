import SwiftSyntax
import SwiftSyntaxMacros

/// The class that `@Model` is attached to, as far as its syntax and its conformances tell.
struct ModelClass {
    let declaration: ClassDeclSyntax
    /// The model class that this one inherits from, as it is written; nil for the root of a hierarchy.
    let superclass: String?
    /// Whether a static stored property is possible: neither the class nor anything around it can be generic.
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

    /// As ``access``, for members that a subclass in another module overrides.
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
    /// Whether conditional compilation decides on members, so that slots are not known to the macro.
    var hasConditionalMembers: Bool {
        declaration.memberBlock.members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
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
        declaration.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
            || hasConditionalMembers && declaration.memberBlock.trimmedDescription.contains("init(")
    }
}

extension Syntax {
    /// Whether a declaration around the class is generic, or an extension of a type that could be.
    fileprivate var mayBeGeneric: Bool {
        if self.is(ExtensionDeclSyntax.self) || self.is(FunctionDeclSyntax.self) { return true }
        return asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}
