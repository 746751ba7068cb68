import SwiftDataSQL

/// The entities and the properties that each of them declares.
struct EntityHierarchy {
    private let entities: [String: EntityOutline]
    private let ownNames: [String: [String]]

    init(_ model: ModelOutline) {
        let entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        var own: [String: [String]] = [:]
        for entity in model.entities {
            let inherited = Set(entity.superName.flatMap { entities[$0] }?.properties.map(\.name) ?? [])
            own[entity.name] = entity.properties.map(\.name).filter { !inherited.contains($0) }
        }
        self.entities = entities
        ownNames = own
    }

    subscript(name: String) -> EntityOutline? { entities[name] }

    /// An entity and its superentities, the nearest first.
    func lineage(of name: String) -> [EntityOutline] {
        var found: [EntityOutline] = []
        var next = entities[name]
        while let entity = next, !found.contains(where: { $0.name == entity.name }) {
            found.append(entity)
            next = entity.superName.flatMap { entities[$0] }
        }
        return found
    }

    func rootName(of name: String) -> String { lineage(of: name).last?.name ?? name }

    func hasSubentities(_ name: String) -> Bool { entities.values.contains { $0.superName == name } }

    /// The properties that an entity itself declares: attributes, then relationships.
    func ownProperties(of name: String) -> [PropertyOutline] {
        let names = Set(ownNames[name] ?? [])
        let own = (entities[name]?.properties ?? []).filter { names.contains($0.name) }
        return own.filter(\.isAttribute) + own.filter { !$0.isAttribute }
    }

    func declaringEntity(of property: String, in entity: String) -> String? {
        lineage(of: entity).first { ownNames[$0.name]?.contains(property) == true }?.name
    }

    func relationship(_ name: String, of entity: String) -> RelationshipOutline? {
        for case .relationship(let relationship) in entities[entity]?.properties ?? [] where relationship.name == name {
            return relationship
        }
        return nil
    }

    /// Every entity, each after its parent and beside its brothers, by name.
    var depthFirst: [EntityOutline] {
        func below(_ parent: String?) -> [EntityOutline] {
            entities.values.filter { $0.superName == parent }.sorted { $0.name < $1.name }
                .flatMap { [$0] + below($0.name) }
        }
        return below(nil)
    }
}

extension PropertyOutline {
    var isAttribute: Bool { if case .attribute = self { true } else { false } }
}
