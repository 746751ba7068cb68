package import SwiftDataCore

/// The text of an entity that distinguishes the versions of a model: its properties by name, and its constraints.
///
/// Names of Swift types, default values, delete rules, transformers and indices do not count.
package enum VersionText {
    /// The lines of an entity, without its name and its parent.
    package static func lines(_ entity: EntityOutline) -> [String] {
        entity.properties.sorted { $0.name < $1.name }.flatMap(lines)
            + entity.uniquenessConstraints.map { "unique " + $0.joined(separator: ",") }.sorted()
    }

    private static func lines(_ property: PropertyOutline) -> [String] {
        switch property {
        case .attribute(let attribute):
            if attribute.isTransient { return [] }
            let archived = ArchivedAttribute(attribute)
            let lines = lines(archived, indent: 0)
            return ["attribute " + lines[0]] + lines.dropFirst() + modifier(attribute.hashModifier)
        case .relationship(let relationship):
            let counts = "\(relationship.minimumCount) \(relationship.maximumCount)"
            let inverse = relationship.inverseName ?? "-"
            let optional = relationship.isOptional ? " optional" : ""
            return ["relationship \(relationship.name) \(relationship.destination) \(counts) \(inverse)\(optional)"]
                + modifier(relationship.hashModifier)
        }
    }

    private static func lines(_ attribute: ArchivedAttribute, indent: Int) -> [String] {
        let optional = attribute.isOptional ? " optional" : ""
        let line = String(repeating: " ", count: indent) + "\(attribute.name) \(attribute.kind.rawValue)\(optional)"
        return [line] + attribute.elements.flatMap { lines($0, indent: indent + 1) }
    }

    private static func modifier(_ modifier: String?) -> [String] { modifier.map { ["modifier \($0)"] } ?? [] }
}

extension ModelOutline {
    /// True if another model has the same entities and properties, so that both are the same version.
    package func isSameVersion(as other: ModelOutline) -> Bool {
        func texts(_ model: ModelOutline) -> [String: [String]] {
            Dictionary(
                model.entities.map { ($0.name, ["super \($0.superName ?? "-")"] + VersionText.lines($0)) }
            ) { first, _ in first }
        }
        return texts(self) == texts(other)
    }

    /// The versions that a file or a schema states; 0.0.0 where it states none.
    package var version: Schema.Version { Schema.Version(parsing: versionIdentifier) }
}
