import SwiftDataSQL

/// The Swift names of the entities and properties of one model.
struct ModelNames {
    private var classes: [String: String] = [:]
    /// The properties by the entity that declares them.
    private var properties: [String: [String: String]] = [:]
    let hierarchy: EntityHierarchy

    init(_ model: ModelOutline, _ generation: Generation) {
        hierarchy = EntityHierarchy(model)
        var taken: Set<String> = []
        for entity in model.entities {
            var name = SwiftName.identifier(entity.name)
            if SwiftName.takenByTypes.contains(name) { name += "Model" }
            while !taken.insert(name).inserted { name += "2" }
            classes[entity.name] = name
            if name != entity.name {
                generation.note(
                    entity.name,
                    nil,
                    "becomes the class \(name), since Swift does not allow its own name. SwiftData finds an entity by the "
                        + "name of its class: a store has to be migrated by a custom stage."
                )
            }
        }
        for entity in model.entities { add(entity, generation) }
    }

    private mutating func add(_ entity: EntityOutline, _ generation: Generation) {
        var taken = Set(entity.properties.map(\.name))
        for property in hierarchy.ownProperties(of: entity.name) {
            var name = SwiftName.identifier(property.name)
            if SwiftName.takenByModels.contains(name) { name += "Value" }
            if name != property.name {
                while !taken.insert(name).inserted { name += "2" }
                generation.note(
                    entity.name,
                    property.name,
                    "is called \(name), since models have a member of that name or Swift does not allow it. Its "
                        + "original name says what it was, so that a store is migrated when it is opened."
                )
            }
            properties[entity.name, default: [:]][property.name] = name
        }
    }

    /// The name as it is declared.
    func className(_ entity: String) -> String { SwiftName.escaped(classes[entity] ?? entity) }

    var classNames: Set<String> { Set(classes.values) }

    /// Without backticks.
    func plainProperty(_ name: String, of entity: String) -> String {
        let declaring = hierarchy.declaringEntity(of: name, in: entity) ?? entity
        return properties[declaring]?[name] ?? name
    }

    /// The name as it is declared.
    func property(_ name: String, of entity: String) -> String {
        SwiftName.escaped(plainProperty(name, of: entity))
    }

    /// A path of properties, such as `address.city`.
    func path(_ path: String, of entity: String) -> String {
        let parts = path.split(separator: ".").map(String.init)
        let first = parts.first.map { property($0, of: entity) } ?? path
        return ([first] + parts.dropFirst().map { SwiftName.escaped(SwiftName.identifier($0)) }).joined(separator: ".")
    }
}
