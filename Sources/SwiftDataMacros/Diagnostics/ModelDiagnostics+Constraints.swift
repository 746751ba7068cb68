import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDiagnostics {
    /// A uniqueness constraint compares columns of the class's own row, and a to-many relationship has none.
    static func checkConstraints(_ model: ModelClass, in context: some MacroExpansionContext) {
        let toMany = Set(model.properties.filter(\.isToManyRelationship).map(\.name))
        guard !toMany.isEmpty else { return }
        for member in model.declaration.memberBlock.members {
            guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self), expansion.macroName.text == "Unique"
            else { continue }
            for constraint in expansion.arguments.compactMap({ $0.expression.as(ArrayExprSyntax.self) }) {
                for element in constraint.elements {
                    guard let name = element.expression.as(KeyPathExprSyntax.self)?.singleProperty,
                        toMany.contains(name)
                    else { continue }
                    diagnose(name, at: element, of: constraint, in: context)
                }
            }
        }
    }

    private static func diagnose(
        _ name: String,
        at element: ArrayElementSyntax,
        of constraint: ArrayExprSyntax,
        in context: some MacroExpansionContext
    ) {
        var remaining = constraint.elements.filter { $0.id != element.id }
        if let last = remaining.indices.last {
            remaining[last].trailingComma = nil
        }
        context.diagnose(
            Diagnostic(
                node: element.expression,
                message: MacroMessage(
                    "unique-to-many",
                    .error,
                    "#Unique cannot constrain '\(name)', which is a to-many relationship"
                ),
                fixIt: .replacing(
                    constraint,
                    with: constraint.with(\.elements, remaining),
                    id: "remove-key-path",
                    "remove '\(name)' from the constraint"
                )
            )
        )
    }
}

extension ModelProperty {
    /// True if the syntax shows a to-many relationship: an array marked `@Relationship`.
    fileprivate var isToManyRelationship: Bool {
        relationship != nil && (type?.isArrayOrOptionalArray ?? false)
    }
}

extension KeyPathExprSyntax {
    /// The property that a key path of one component names.
    fileprivate var singleProperty: String? {
        guard components.count == 1,
            let component = components.first?.component.as(KeyPathPropertyComponentSyntax.self)
        else { return nil }
        return component.declName.baseName.unescapedText
    }
}
