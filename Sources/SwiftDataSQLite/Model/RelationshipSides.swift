import SwiftDataCore
import SwiftDataSQL

/// One side of a relationship.
typealias RelationshipSide = (layout: ModelLayout, slot: Int)

/// The two sides of each relationship of a store's model.
struct RelationshipSides {
    private let entities: [String: EntityOutline]
    private let layout: (String) -> ModelLayout?

    /// - Parameter layouts: The properties of an entity by its name.
    init(_ model: ModelOutline, layouts: @escaping (String) -> ModelLayout?) {
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        layout = layouts
    }

    /// The other sides of an entity's relationships, by slot.
    func inverses(of entity: String) -> [RelationshipSide?] {
        // A property's position is its slot.
        (entities[entity]?.properties ?? []).map { property in
            guard case .relationship(let relationship) = property, let name = relationship.inverseName,
                let slot = entities[relationship.destination]?.properties.firstIndex(where: { $0.name == name }),
                let layout = layout(relationship.destination)
            else { return nil }
            return (layout, slot)
        }
    }
}

extension StoreModel {
    /// The relationships whose inverse in the file differs from the one of their classes.
    var storedInverses: StoredInverses? {
        StoredInverses(
            all.flatMap { entity in
                entity.layout.ownProperties.filter { $0.relationship != nil }.compactMap { property in
                    let (stored, said) = (entity.inverse(of: property.slot), entity.layout.inverse(of: property.slot))
                    let isSame =
                        stored?.slot == said?.slot
                        && stored.map { $0.layout.declaring($0.slot) } === said.map { $0.layout.declaring($0.slot) }
                    return isSame ? nil : (entity.layout, property.slot, stored)
                }
            }
        )
    }
}
