import SwiftDataCore
import SwiftDataSQL

/// A property in words, with everything that matters to the rows.
enum PropertyText {
    static func text(_ property: PropertyOutline) -> String {
        switch property {
        case .attribute(let attribute): text(attribute)
        case .relationship(let relationship): text(relationship)
        }
    }

    static func text(_ attribute: AttributeOutline) -> String {
        var parts = [kind(attribute)]
        if attribute.isOptional { parts.append("optional") }
        if attribute.isTransient { parts.append("transient") }
        if attribute.isDerived { parts.append("derived") }
        if attribute.allowsExternalStorage { parts.append("external storage") }
        if attribute.preservesValueOnDeletion { parts.append("kept on deletion") }
        if attribute.originalName != attribute.name { parts.append("was \(attribute.originalName)") }
        if let modifier = attribute.hashModifier { parts.append("hash modifier \(modifier)") }
        return parts.joined(separator: ", ")
    }

    private static func kind(_ attribute: AttributeOutline) -> String {
        guard attribute.elements.isEmpty else {
            let elements = attribute.elements.map { "\($0.name): \(text($0))" }.joined(separator: "; ")
            return "\(name(attribute.kind)) {\(elements)}"
        }
        return name(attribute.kind)
    }

    static func name(_ kind: AttributeKind) -> String {
        switch kind {
        // With its width, which a difference may be about.
        case .integer(.int64): "Int64"
        case .rawValue(let raw): "raw value of \(name(raw))"
        case .composite: "composite"
        case .enumeration: "enum"
        case .json, .codable: "JSON"
        case .transformable(let transformer): "transformable by \(transformer)"
        default: kind.entry?.names.types.first ?? ""
        }
    }

    static func text(_ relationship: RelationshipOutline) -> String {
        var parts = ["\(relationship.isToOne ? "to one" : "to many") \(relationship.destination)"]
        parts.append(relationship.inverseName.map { "inverse \($0)" } ?? "no inverse")
        parts.append("\(relationship.deleteRule)")
        if relationship.isOptional { parts.append("optional") }
        if relationship.isOrdered { parts.append("ordered") }
        if relationship.originalName != relationship.name { parts.append("was \(relationship.originalName)") }
        if let modifier = relationship.hashModifier { parts.append("hash modifier \(modifier)") }
        return parts.joined(separator: ", ")
    }
}
