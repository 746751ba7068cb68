import SwiftDataCore
import SwiftDataSQL

/// The arguments of `@Attribute(…)`.
struct AttributeArguments {
    let names: ModelNames
    let generation: Generation

    func list(_ attribute: AttributeOutline, name: String, of entity: EntityOutline) -> [String] {
        var arguments: [String] = []
        let unique = ConstraintWriter.singleConstraints(of: entity, names)
        if unique.contains(attribute.name) { arguments.append(".unique") }
        if attribute.isTransient { arguments.append(".ephemeral") }
        if attribute.allowsExternalStorage { arguments.append(".externalStorage") }
        if attribute.preservesValueOnDeletion { arguments.append(".preserveValueOnDeletion") }
        if attribute.allowsCloudEncryption { arguments.append(".allowsCloudEncryption") }
        if attribute.isSpotlightIndexed { arguments.append(".spotlight") }
        if case .transformable(let transformer) = attribute.kind {
            arguments.append(".transformable(by: \(standIn(for: transformer, attribute, entity)).self)")
        }
        if attribute.originalName != attribute.name || name != attribute.name {
            arguments.append("originalName: \(SwiftLiteral.string(attribute.originalName))")
        }
        if let modifier = attribute.hashModifier {
            arguments.append("hashModifier: \(SwiftLiteral.string(modifier))")
        }
        return arguments
    }

    func comments(_ attribute: AttributeOutline, of entity: EntityOutline) -> [String] {
        var comments: [String] = []
        if attribute.isDerived { comments.append("Core Data works this out in the store; SwiftData does not.") }
        if case .transformable(let transformer) = attribute.kind {
            let type = attribute.valueTypeName.map { "a \($0)" } ?? "what Core Data had here"
            comments.append("The bytes of \(type), as \(Self.text(transformer)) made them.")
        }
        return comments
    }

    /// The class that stands in for a transformer, whose own is in the app.
    private func standIn(
        for transformer: String,
        _ attribute: AttributeOutline,
        _ entity: EntityOutline
    ) -> String {
        let isArchiver = Self.archivers.contains(transformer)
        var name = isArchiver ? "ArchivedBytesTransformer" : SwiftName.identifier(transformer)
        while names.classNames.contains(name) { name += "Bytes" }
        generation.transformers[name] = Self.text(transformer)
        generation.note(
            entity.name,
            attribute.name,
            "is kept as the bytes that \(Self.text(transformer)) made. Put your own transformer in the place of \(name), "
                + "and \(attribute.valueTypeName ?? "your type") in that of Data."
        )
        return name
    }

    private static let archivers: Set<String> = [
        "NSSecureUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromData",
        "NSSecureUnarchiveFromDataTransformer",
    ]

    private static func text(_ transformer: String) -> String {
        archivers.contains(transformer) ? "a keyed archiver" : transformer
    }
}
