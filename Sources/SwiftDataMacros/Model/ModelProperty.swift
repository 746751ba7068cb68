import SwiftSyntax

/// A stored property that `@Model` persists, as far as its syntax shows.
struct ModelProperty {
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let identifier: TokenSyntax

    /// Nil where the property is computed, static, lazy, marked `@Transient`, or part of an expansion of ours.
    init?(_ declaration: VariableDeclSyntax) {
        guard !declaration.isComputedOrShared, !declaration.hasAttribute("Transient"), declaration.bindings.count == 1,
            let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
            !pattern.identifier.text.hasPrefix("_$"), !binding.isExpansionPlaceholder
        else {
            return nil
        }
        self.declaration = declaration
        self.binding = binding
        identifier = pattern.identifier.trimmed
    }

    /// The name in the schema.
    var name: String { identifier.unescapedText }

    /// The name of the placeholder that the property's init accessor initialises.
    var placeholder: String { identifier.prefixed("_") }

    var type: TypeSyntax? { binding.typeAnnotation?.type.trimmed }

    var initialValue: ExprSyntax? { binding.initializer?.value.trimmed }

    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

    /// True if the class's initialisers must set the property.
    ///
    /// An optional variable starts as nil, and a to-many relationship as empty.
    var needsInitialValue: Bool {
        initialValue == nil && !startsEmpty && !(type?.isOptional ?? false && !isConstant)
    }

    /// True if the property is an array without initial value, which a model may leave out of its initialisers.
    var startsEmpty: Bool {
        initialValue == nil && (type?.isArrayOrOptionalArray ?? false)
    }

    var attribute: AttributeSyntax? { declaration.attribute("Attribute") }

    var relationship: AttributeSyntax? { declaration.attribute("Relationship") }

    /// True if a value transformer stands between the property and the store.
    var isTransformable: Bool {
        guard case .argumentList(let arguments)? = attribute?.arguments else { return false }
        return arguments.contains { argument in
            let callee = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
            return callee?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "transformable"
        }
    }
}

extension PatternBindingSyntax {
    /// True if the binding is the placeholder that an expansion of `@_PersistedProperty` adds beside a property.
    fileprivate var isExpansionPlaceholder: Bool {
        typeAnnotation?.type.trimmedDescription == PersistedProperty.placeholderType
    }
}
