import SwiftDataCore
import SwiftDataSQL

/// The parts of a model in words that text, diagrams and JSON share.
struct SchemaWords {
    private let entities: [String: EntityOutline]
    let model: ModelOutline

    init(_ model: ModelOutline) {
        self.model = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The entities by name.
    var sortedEntities: [EntityOutline] { model.entities.sorted { $0.name < $1.name } }

    /// Returns the properties that an entity declares itself.
    func ownProperties(of entity: EntityOutline) -> [PropertyOutline] {
        let inherited = Set(entity.superName.flatMap { entities[$0] }?.properties.map(\.name) ?? [])
        return entity.properties.filter { !inherited.contains($0.name) }
    }

    func ownAttributes(of entity: EntityOutline) -> [AttributeOutline] {
        ownProperties(of: entity).compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    }

    func ownRelationships(of entity: EntityOutline) -> [RelationshipOutline] {
        ownProperties(of: entity).compactMap { if case .relationship(let one) = $0 { one } else { nil } }
    }

    /// The type of an attribute as a developer would call it, without a question mark.
    static func type(_ kind: AttributeKind, named name: String? = nil) -> String {
        switch kind {
        case .codable: "JSON"
        case .json: name ?? "JSON"
        case .rawValue(let raw): "enum of \(type(raw))"
        case .composite: "composite"
        case .enumeration: "enum"
        case .transformable(let transformer): "transformable by \(transformer)"
        default: kind.entry?.names.types.first ?? ""
        }
    }

    static func type(_ attribute: AttributeOutline) -> String {
        type(attribute.kind, named: attribute.valueTypeName) + (attribute.isOptional ? "?" : "")
    }

    static func options(_ attribute: AttributeOutline) -> [String] {
        var options: [String] = []
        if attribute.isTransient { options.append("transient") }
        if attribute.allowsExternalStorage { options.append("external storage") }
        if attribute.preservesValueOnDeletion { options.append("preserved on deletion") }
        if attribute.allowsCloudEncryption { options.append("encrypted in the cloud") }
        if attribute.isSpotlightIndexed { options.append("spotlight") }
        if attribute.isDerived { options.append("derived") }
        if attribute.originalName != attribute.name { options.append("was \(attribute.originalName)") }
        return options
    }

    static func deleteRule(_ rule: Schema.Relationship.DeleteRule) -> String {
        switch rule {
        case .noAction: "no action"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }

    /// A text such as "1", "0..1" or "1..*".
    static func cardinality(_ relationship: RelationshipOutline) -> String {
        if relationship.isToOne { return relationship.isOptional ? "0..1" : "1" }
        let maximum = relationship.maximumCount > 0 ? String(relationship.maximumCount) : "*"
        return "\(max(0, relationship.minimumCount))..\(maximum)"
    }

    /// Each pair of relationships once, by the side that comes first.
    var links: [(source: EntityOutline, relationship: RelationshipOutline, inverse: RelationshipOutline?)] {
        var links: [(source: EntityOutline, relationship: RelationshipOutline, inverse: RelationshipOutline?)] = []
        var described: Set<[String]> = []
        for entity in sortedEntities {
            for relationship in ownRelationships(of: entity)
            where !described.contains([entity.name, relationship.name]) {
                let inverse = relationship.inverseName.flatMap { name in
                    self.relationship(name, of: relationship.destination)
                }
                if let inverse { described.insert([inverse.owner, inverse.outline.name]) }
                links.append((entity, relationship, inverse?.outline))
            }
        }
        return links
    }

    /// A relationship, with the entity that declares it.
    private func relationship(_ name: String, of entity: String) -> (owner: String, outline: RelationshipOutline)? {
        var next = entities[entity]
        var seen: Set<String> = []
        while let current = next, seen.insert(current.name).inserted {
            if let found = ownRelationships(of: current).first(where: { $0.name == name }) {
                return (current.name, found)
            }
            next = current.superName.flatMap { entities[$0] }
        }
        return nil
    }
}
