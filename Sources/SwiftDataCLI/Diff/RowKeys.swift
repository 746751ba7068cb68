import SwiftDataSQL

/// The properties that identify rows when two stores are compared.
///
/// A key is a list of properties with commas in between, with the name of an entity before it where it is for that one
/// alone: `isbn`, `Author.first,last`.
struct RowKeys {
    private struct Key {
        let entity: String?
        let properties: [String]
    }

    private let keys: [Key]

    /// - Throws: ``ToolFailure`` for a key without names.
    init(_ texts: [String]) throws {
        keys = try texts.map { text in
            let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
            let entity = parts.count == 2 ? parts[0] : nil
            let names = (parts.last ?? "").split(separator: ",").map { $0.split(separator: " ").joined() }
            guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
                throw ToolFailure("The key \(text) does not name a property.", isUsage: true)
            }
            return Key(entity: entity, properties: names)
        }
    }

    /// The properties of the first key that an entity has; none for one that is matched by the keys of its table.
    func properties(of entity: EntityOutline) -> [String] {
        let names = Set(entity.properties.map(\.name))
        let found = keys.first { key in
            key.entity.map { $0 == entity.name } ?? true && key.properties.allSatisfy(names.contains)
        }
        return found?.properties ?? []
    }

    /// - Throws: ``ToolFailure`` for a key that no entity has.
    func check(_ models: [ModelOutline]) throws {
        let entities = models.flatMap(\.entities)
        for key in keys {
            let isKnown = entities.contains { entity in
                key.entity.map { $0 == entity.name } ?? true
                    && key.properties.allSatisfy { name in entity.properties.contains { $0.name == name } }
            }
            if isKnown { continue }
            let name = (key.entity.map { "\($0)." } ?? "") + key.properties.joined(separator: ",")
            throw ToolFailure("No entity has the key \(name).", isUsage: true)
        }
    }
}
