import SwiftDataCore
import SwiftDataSQL

/// The entities of a store, and the relationships between their tables.
final class StoreModel: Sendable {
    let layout: StoreLayout
    let storeIdentifier: String
    let orders: OrderColumns
    let served: ServedModel
    /// The entities by entity number, from 1.
    private let entities: [StoreEntity]
    private let byName: [String: StoreEntity]
    /// The entities by the space of their rows' identifiers, which is never released.
    private let bySpace: [ObjectIdentifier: StoreEntity]
    /// The relationships with a least or a greatest number of models.
    let counted: [CountedRelationship]

    /// Throws a ``StoreError`` for an entity without model class: rows are made of the properties of classes.
    /// - Parameter layouts: The properties of entities without a class.
    init(schema: Schema, layout: StoreLayout, file: StoreFile, layouts: [String: ModelLayout] = [:]) throws {
        var entities: [StoreEntity] = []
        func properties(_ entity: String) -> ModelLayout? {
            layouts[entity] ?? schema.entitiesByName[entity]?.modelType.map(ModelLayout.of)
        }
        let sides = RelationshipSides(layout.model, layouts: properties)
        for table in layout.tables {
            guard let properties = properties(table.entityName) else {
                throw StoreError.withoutModelClass(table.entityName)
            }
            entities.append(
                StoreEntity(
                    table: table,
                    layout: properties,
                    inverses: sides.inverses(of: table.entityName),
                    storeIdentifier: file.identifier,
                    tombstones: file.tombstones(of: table)
                )
            )
        }
        self.layout = layout
        storeIdentifier = file.identifier
        orders = file.orders
        served = file.served
        self.entities = entities
        let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.byName = byName
        bySpace = Dictionary(entities.map { (ObjectIdentifier($0.space), $0) }, uniquingKeysWith: { first, _ in first })
        counted = entities.flatMap { entity in
            entity.slots.indices.compactMap { CountedRelationship(entity, slot: $0) { byName[$0] } }
        }
    }

    var all: [StoreEntity] { entities }

    subscript(name: String) -> StoreEntity? { byName[name] }

    subscript(number number: Int64) -> StoreEntity? {
        number >= 1 && number <= Int64(entities.count) ? entities[Int(number) - 1] : nil
    }

    /// The entity of a model class.
    func entity(of type: any PersistentModel.Type) throws -> StoreEntity {
        try entity(of: ModelLayout.of(type))
    }

    /// The entity of a layout.
    func entity(of layout: ModelLayout) throws -> StoreEntity {
        guard let entity = byName[layout.entityName] else { throw SwiftDataError.notInSchema(layout.entityName) }
        return entity
    }

    /// The entity of an identifier of this store.
    /// - Throws: ``StoreError`` with code `foreignContext` for an identifier of another store.
    func entity(of identifier: PersistentIdentifier) throws -> StoreEntity {
        if let entity = owner(of: identifier) { return entity }
        guard identifier.storeIdentifier == storeIdentifier, let entity = byName[identifier.entityName] else {
            throw StoreError.ofAnotherStore(identifier)
        }
        return entity
    }

    /// The entity of an identifier of this store; nil for any other identifier.
    func owner(of identifier: PersistentIdentifier) -> StoreEntity? { bySpace[ObjectIdentifier(identifier.id.space)] }

    /// The entity and its subentities.
    func family(of entity: StoreEntity) -> [StoreEntity] {
        entity.table.familyNumbers.compactMap { self[number: $0] }
    }
}
