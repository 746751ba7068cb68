import SwiftDataCore
import SwiftDataSQL

/// The layouts of entities that have no classes, made from a model that a file describes.
///
/// They lead to each other in circles, by the inverses of their relationships, which end with this object.
final class DynamicLayouts: Sendable {
    let byEntity: [String: ModelLayout]

    /// - Throws: ``StoreError`` with code `cannotOpen` for an entity that has not the properties of the one above it.
    init(_ model: ModelOutline, schema: Schema) throws {
        let outlines = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var made: [String: ModelLayout] = [:]
        func make(_ outline: EntityOutline) throws -> ModelLayout {
            if let known = made[outline.name] { return known }
            let parent = try outline.superName.flatMap { outlines[$0] }.map(make)
            let inherited = parent?.properties ?? []
            guard outline.properties.prefix(inherited.count).map(\.name) == inherited.map(\.name) else {
                throw StoreError(
                    .cannotOpen,
                    "lacks properties of its parent entity in the model that the file describes",
                    entity: outline.name
                )
            }
            let entity = schema.entitiesByName[outline.name]
            let own = outline.properties.dropFirst(inherited.count).enumerated().map { offset, property in
                PropertyLayout(
                    entity?.property(named: property.name) ?? Schema.Attribute(),
                    slot: inherited.count + offset
                )
            }
            let layout = ModelLayout(
                modelType: DynamicModel.self,
                entityName: outline.name,
                superLayout: parent,
                properties: inherited + own,
                uniquenessConstraints: outline.uniquenessConstraints,
                isKept: false
            )
            made[outline.name] = layout
            return layout
        }
        for outline in model.entities {
            let layout = try make(outline)
            for (slot, property) in outline.properties.enumerated()
            where layout.declares(slot) {
                guard case .relationship(let relationship) = property else { continue }
                let inverse = try relationship.inverseName.flatMap { name -> (ModelLayout, Int)? in
                    guard let destination = outlines[relationship.destination],
                        let slot = destination.properties.firstIndex(where: { $0.name == name })
                    else { return nil }
                    return (try make(destination), slot)
                }
                layout.setInverse(of: slot, to: inverse)
            }
        }
        byEntity = made
    }

    deinit {
        for layout in byEntity.values { layout.forgetInverses() }
    }
}
