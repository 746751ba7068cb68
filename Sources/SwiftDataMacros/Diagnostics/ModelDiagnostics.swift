import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The diagnostics of `@Model` and its companions for declarations that they cannot, or should not, accept.
enum ModelDiagnostics {
    /// Reports everything about a model class that its syntax shows to be wrong.
    static func check(_ model: ModelClass, in context: some MacroExpansionContext) {
        requireInitializer(model, in: context)
        for variable in model.variables {
            requireSingleBinding(variable, in: context)
            checkTransient(variable, in: context)
            warnAboutConstant(variable, in: context)
        }
        checkConstraints(model, in: context)
    }
}

extension ModelDiagnostics {
    /// A variable declaration with several variables cannot be given accessors.
    private static func requireSingleBinding(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
        let isTuple = variable.bindings.contains { $0.pattern.is(TuplePatternSyntax.self) }
        guard !variable.isComputedOrShared, !variable.hasAttribute("Transient"), variable.bindings.count > 1 || isTuple
        else { return }
        let message = MacroMessage(
            "single-property",
            .error,
            "@Model requires each property to be declared on its own: use one 'var' for each"
        )
        guard !isTuple else {
            context.diagnose(Diagnostic(node: variable, message: message))
            return
        }
        context.diagnose(
            Diagnostic(
                node: variable,
                message: message,
                fixIt: .replacing(
                    variable,
                    with: variable.split,
                    id: "split",
                    "declare each property on its own"
                )
            )
        )
    }

    /// A context makes models without calling the class's own initialisers.
    private static func checkTransient(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
        guard variable.hasAttribute("Transient"), !variable.isComputedOrShared,
            let binding = variable.bindings.first, binding.initializer == nil,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedText,
            let type = binding.typeAnnotation?.type
        else { return }
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        guard isConstant || !type.isOptional else { return }
        let value = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: type.emptyValue
        )
        let fixed = binding.trimmed.with(\.initializer, value)
        context.diagnose(
            Diagnostic(
                node: binding,
                message: MacroMessage(
                    "transient-default",
                    .error,
                    "@Transient requires a default value for '\(name)', which is not stored"
                ),
                fixIt: .replacing(binding, with: fixed, id: "add-default", "add a default value")
            )
        )
    }

    private static func warnAboutConstant(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
        guard let property = ModelProperty(variable), property.isConstant else { return }
        var fixed = variable
        fixed.bindingSpecifier = .keyword(
            .var,
            leadingTrivia: variable.bindingSpecifier.leadingTrivia,
            trailingTrivia: variable.bindingSpecifier.trailingTrivia
        )
        fixed = fixed.withPrivateSetter
        context.diagnose(
            Diagnostic(
                node: variable.bindingSpecifier,
                message: MacroMessage(
                    "stored-let",
                    .warning,
                    """
                    a stored 'let' in a model is an error in the Swift 6 language mode: \
                    declare '\(property.name)' as 'private(set) var', or mark it @Transient
                    """
                ),
                fixIt: .replacing(variable, with: fixed, id: "private-set-var", "use 'private(set) var'")
            )
        )
    }
}

extension ModelDiagnostics {
    static func notAClass(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        requireKind(of: declaration, .class, macro: "@Model", noun: "a class", in: context)
    }

    static func notAnActor(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        requireKind(of: declaration, .actor, macro: "@ModelActor", noun: "an actor", in: context)
    }

    private static func requireKind(
        of declaration: some DeclGroupSyntax,
        _ keyword: Keyword,
        macro: String,
        noun: String,
        in context: some MacroExpansionContext
    ) {
        let introducer = declaration.introducer
        let replacement = TokenSyntax.keyword(
            keyword,
            leadingTrivia: introducer.leadingTrivia,
            trailingTrivia: introducer.trailingTrivia
        )
        let message = MacroMessage(
            "kind",
            .error,
            "\(macro) can only be applied to \(noun), not to \(declaration.kindWithArticle)"
        )
        let isReplaceable = [.keyword(.struct), .keyword(.class), .keyword(.actor), .keyword(.enum)]
            .contains(introducer.tokenKind)
        context.diagnose(
            Diagnostic(
                node: introducer,
                message: message,
                fixIts: isReplaceable
                    ? [
                        .replacing(
                            introducer,
                            with: replacement,
                            id: "change-kind",
                            "replace with '\(replacement.text)'"
                        )
                    ]
                    : []
            )
        )
    }

    static func unlabeledDeleteRule(
        _ rule: LabeledExprSyntax,
        in node: AttributeSyntax,
        context: some MacroExpansionContext
    ) {
        let labeled = rule.with(\.label, .identifier("deleteRule")).with(\.colon, .colonToken(trailingTrivia: .space))
        context.diagnose(
            Diagnostic(
                node: rule,
                message: MacroMessage(
                    "unlabeled-delete-rule",
                    .warning,
                    "a delete rule without the label 'deleteRule' is deprecated"
                ),
                fixIt: .replacing(rule, with: labeled, id: "label-delete-rule", "add the label 'deleteRule'")
            )
        )
    }
}

extension DeclGroupSyntax {
    fileprivate var kindWithArticle: String {
        switch introducer.tokenKind {
        case .keyword(.actor): "an actor"
        case .keyword(.enum): "an enum"
        case .keyword(.extension): "an extension"
        case .keyword(let keyword): "a \(TokenSyntax.keyword(keyword).text)"
        default: "this declaration"
        }
    }
}
