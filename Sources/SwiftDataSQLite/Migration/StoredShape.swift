import SwiftDataCore
import SwiftDataSQL

/// The requirements of a model on a file, line by line, as far as the model cache of the file has them: two models with
/// the same shape need no migration.
///
/// Names of Swift types, default values and original names do not count, nor does `.preserveValueOnDeletion`, which
/// files get room for as they are opened. More counts than for ``VersionHash``, which distinguishes versions: indices,
/// delete rules and where values are kept.
struct StoredShape {
    /// The shape by entity: one line for each property, constraint and index.
    let entities: [String: Set<String>]

    init(_ model: ModelOutline) {
        entities = Dictionary(model.entities.map { ($0.name, Self.lines($0)) }) { first, _ in first }
    }

    /// The entities that one of two shapes lacks, or has otherwise; in alphabetical order.
    func differences(from other: StoredShape) -> [String] {
        Set(entities.keys).union(other.entities.keys).filter { entities[$0] != other.entities[$0] }.sorted()
    }

    private static func lines(_ entity: EntityOutline) -> Set<String> {
        var lines: Set<String> = ["super \(entity.superName ?? "-")"]
        for property in entity.properties {
            switch property {
            case .attribute(let attribute): if !attribute.isTransient { lines.insert(line(attribute)) }
            case .relationship(let relationship): lines.insert(line(relationship))
            }
        }
        for constraint in entity.uniquenessConstraints { lines.insert("unique \(constraint)") }
        for index in entity.storedIndices { lines.insert("index \(index.name) \(index.paths) \(index.isSpatial)") }
        return lines
    }

    /// An attribute, with its name. Its possible sources are in one line, so that its parts stay together.
    static func line(_ attribute: AttributeOutline) -> String {
        let modifier = attribute.hashModifier.map { " modifier \($0)" } ?? ""
        return "attribute " + line(ArchivedAttribute(attribute)) + modifier
    }

    private static func line(_ attribute: ArchivedAttribute) -> String {
        let transformer = attribute.transformer.map { " \($0)" } ?? ""
        let elements = attribute.elements.map(line).joined(separator: ", ")
        let isExternal = attribute.flags & 4 != 0
        return "\(attribute.name) \(attribute.kind.rawValue) \(attribute.isOptional) \(isExternal)\(transformer)"
            + (elements.isEmpty ? "" : " (\(elements))")
    }

    static func line(_ relationship: RelationshipOutline) -> String {
        let counts = "\(relationship.minimumCount) \(relationship.maximumCount)"
        let rest = "\(relationship.isOptional) \(relationship.deleteRule) \(relationship.isOrdered)"
        return "relationship \(relationship.name) \(relationship.destination) \(counts) "
            + "\(relationship.inverseName ?? "-") \(rest) \(relationship.hashModifier ?? "-")"
    }
}
