import SwiftSyntax
import SwiftSyntaxBuilder

/// The `schemaMetadata` of a model: an entry for each persisted property, `#Unique` and `#Index`.
///
/// The entries are statements of their own, so that the type checker never sees them together.
struct SchemaMetadataMember {
    let model: ModelClass

    init(_ model: ModelClass) {
        self.model = model
    }

    var declaration: DeclSyntax {
        let head = "\(model.overridableAccess)\(model.typeProperty) var schemaMetadata"
        let entries = entries(in: model.declaration.memberBlock.members)
        guard !entries.isEmpty else {
            return """
                \(raw: head): [SwiftData.Schema.PropertyMetadata] {
                    []
                }
                """
        }
        return """
            \(raw: head): [SwiftData.Schema.PropertyMetadata] {
                var metadata: [SwiftData.Schema.PropertyMetadata] = []
                \(raw: entries.joined(separator: "\n    "))
                return metadata
            }
            """
    }

    private func entries(in members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return ModelProperty(variable).map { [entry(for: $0)] } ?? []
            }
            if let expansion = member.decl.as(MacroExpansionDeclSyntax.self) {
                return entry(for: expansion).map { [$0] } ?? []
            }
            return member.decl.as(IfConfigDeclSyntax.self)?.lines { self.entries(in: $0) } ?? []
        }
    }

    private func entry(for property: ModelProperty) -> String {
        entry(
            name: property.name,
            keyPath: "\\\(model.name).\(property.identifier.text)",
            defaultValue: defaultValue(of: property),
            metadata: metadata(of: property)
        )
    }

    private func entry(for expansion: MacroExpansionDeclSyntax) -> String? {
        let name = expansion.macroName.text
        guard ["Unique", "Index"].contains(name) else { return nil }
        let generics = expansion.genericArgumentClause?.trimmedDescription ?? "<\(model.name)>"
        return entry(
            name: "SwiftData.Schema.\(name)",
            keyPath: "\\SwiftData.Schema.encodingVersion",
            defaultValue: "nil",
            metadata: "SwiftData.Schema.\(name)\(generics)(\(expansion.arguments.trimmedDescription))"
        )
    }

    private func entry(name: String, keyPath: String, defaultValue: String, metadata: String) -> String {
        let more =
            defaultValue == "nil" && metadata == "nil" ? "" : "defaultValue: \(defaultValue), metadata: \(metadata), "
        return """
            SwiftData.Schema.PropertyMetadata._add(\(StringLiteralExprSyntax(content: name)), \(keyPath), \(more)to: &metadata)
            """
    }

    /// The declared default, in its declared type: `.active` alone would mean nothing where `Any?` is expected.
    private func defaultValue(of property: ModelProperty) -> String {
        guard let value = property.initialValue, !value.is(NilLiteralExprSyntax.self) else { return "nil" }
        guard let type = property.type else { return value.description }
        let written = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map {
            "\($0.wrappedType.trimmedDescription)?"
        }
        return "(\(value.description)) as \(written ?? type.description)"
    }

    private func metadata(of property: ModelProperty) -> String {
        if let relationship = property.relationship {
            return "SwiftData.Schema.Relationship(\(RelationshipPropertyMacro.arguments(of: relationship)))"
        }
        if let attribute = property.attribute, let arguments = attribute.arguments {
            return "SwiftData.Schema.Attribute(\(arguments.trimmedDescription))"
        }
        return "nil"
    }
}
