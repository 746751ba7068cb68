import SwiftDataCore
import SwiftDataSQL

extension ModelOutline {
    /// True if the inverse of a relationship is inferred, so that a file may overrule it.
    var hasInferredInverses: Bool {
        entities.contains { $0.properties.contains { $0.relationship?.isInverseInferred == true } }
    }

    /// The model with the inverses of a file, where neither side of a pair names the other.
    ///
    /// A relationship that the file does not have keeps the inverse that was inferred.
    func followingInverses(of file: ModelOutline) -> ModelOutline {
        hasInferredInverses ? InverseFollowing(self, file).followed : self
    }
}

/// Takes the inverses of a model from the one that a file has.
private struct InverseFollowing {
    private struct Key: Hashable {
        /// The entity that declares the relationship.
        let entity: String
        let name: String
    }

    private let model: ModelOutline
    private let entities: [String: EntityOutline]
    private let theirs: [String: EntityOutline]
    /// The inverses of the file, by the relationships of the model.
    private var recorded: [Key: Key?] = [:]
    private(set) var followed: ModelOutline

    init(_ model: ModelOutline, _ file: ModelOutline) {
        self.model = model
        followed = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        theirs = Dictionary(file.entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in model.entities {
            for relationship in entity.properties.compactMap(\.relationship) where relationship.isInverseInferred {
                guard let stored = stored(relationship, of: entity) else { continue }
                recorded[key(entity.name, relationship.name)] = .some(inverse(stored, of: relationship))
            }
        }
        for (key, inverse) in recorded { follow(key, inverse) }
    }

    /// Joins a pair that the file joins, and parts one that it keeps apart.
    private mutating func follow(_ key: Key, _ inverse: Key?) {
        if let inverse {
            guard recorded[inverse] == .some(key) else { return }
            setInverse(of: key, to: inverse.name)
        } else if let own = relationship(key), let name = own.inverseName,
            recorded[self.key(own.destination, name)] != nil
        {
            setInverse(of: key, to: nil)
        }
    }

    private mutating func setInverse(of key: Key, to name: String?) {
        for index in followed.entities.indices {
            let entity = followed.entities[index].name
            for place in followed.entities[index].properties.indices {
                guard case .relationship(var relationship) = followed.entities[index].properties[place],
                    relationship.name == key.name, self.key(entity, relationship.name) == key
                else { continue }
                relationship.inverseName = name
                followed.entities[index].properties[place] = .relationship(relationship)
            }
        }
    }

    private func relationship(_ key: Key) -> RelationshipOutline? {
        entities[key.entity]?.properties.first { $0.name == key.name }?.relationship
    }

    private func key(_ entity: String, _ name: String) -> Key {
        var declaring = entity
        while let parent = entities[declaring]?.superName,
            entities[parent]?.properties.contains(where: { $0.name == name }) == true
        {
            declaring = parent
        }
        return Key(entity: declaring, name: name)
    }

    /// The file's entity that one of the model is, or comes from.
    private func stored(_ entity: EntityOutline) -> EntityOutline? {
        theirs[entity.storedName] ?? theirs[entity.originalName]
    }

    /// The file's relationship that one of the model is, or comes from.
    private func stored(_ relationship: RelationshipOutline, of entity: EntityOutline) -> RelationshipOutline? {
        guard let properties = stored(entity)?.properties,
            let found =
                (properties.first { $0.name == relationship.name }
                ?? properties.first { $0.name == relationship.originalName })?.relationship,
            let destination = entities[relationship.destination].flatMap({ stored($0) }),
            destination.name == found.destination
        else { return nil }
        return found
    }

    /// The relationship of the model that comes from the inverse of one of the file's.
    private func inverse(_ theirs: RelationshipOutline, of own: RelationshipOutline) -> Key? {
        guard let name = theirs.inverseName, let destination = entities[own.destination] else { return nil }
        let found = destination.properties.compactMap(\.relationship).first { candidate in
            stored(candidate, of: destination)?.name == name
        }
        return found.map { key(destination.name, $0.name) }
    }
}

extension PropertyOutline {
    fileprivate var relationship: RelationshipOutline? {
        if case .relationship(let relationship) = self { relationship } else { nil }
    }
}
