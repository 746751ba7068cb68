/// The properties of an entity, in slot order and by name.
package struct EntityMembers {
    package var inherited: [any SchemaProperty] = [] { didSet { index() } }
    package var own: [any SchemaProperty] = [] { didSet { index() } }
    package private(set) var all: [any SchemaProperty] = []
    package private(set) var slots: [String: Int] = [:]
    package private(set) var byName: [String: any SchemaProperty] = [:]
    package private(set) var attributesByName: [String: Schema.Attribute] = [:]
    package private(set) var relationshipsByName: [String: Schema.Relationship] = [:]

    package static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Replaces some of the entity's own properties. Properties that stay keep their place; new ones follow, by name.
    package mutating func replaceOwn(
        where isReplaced: (any SchemaProperty) -> Bool,
        by replacement: [any SchemaProperty]
    ) {
        let inheritedNames = Set(inherited.map(\.name))
        var rest = Self.byName(replacement).filter { !inheritedNames.contains($0.key) }
        var kept: [any SchemaProperty] = []
        for property in own {
            if !isReplaced(property) {
                kept.append(property)
            } else if let new = rest.removeValue(forKey: property.name) {
                kept.append(new)
            }
        }
        own = kept + rest.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The properties without the inherited ones.
    package func withoutInherited(_ properties: [any SchemaProperty]) -> [any SchemaProperty] {
        guard !inherited.isEmpty else { return properties }
        let names = Set(inherited.map(\.name))
        return properties.filter { !names.contains($0.name) }
    }

    private mutating func index() {
        all = inherited + withoutInherited(own)
        byName = Self.byName(all)
        slots = Dictionary(all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        attributesByName = byName.compactMapValues { $0 as? Schema.Attribute }
        relationshipsByName = byName.compactMapValues { $0 as? Schema.Relationship }
    }
}
