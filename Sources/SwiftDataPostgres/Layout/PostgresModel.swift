#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The entities of a store.
final class PostgresModel: Sendable {
    let tables: PostgresTables
    let storeIdentifier: String
    /// The number of the migration that gave the tables their present form.
    let generation: Int64
    /// The tables of another program; nil for tables of the library.
    let mapping: TableMapping?
    /// The to-many relationships with a least or a greatest number of models.
    let countedRelationships: [CountedRelationship]
    private let entities: [PostgresEntity]
    private let byNumber: [Int64: PostgresEntity]
    private let byName: [String: PostgresEntity]
    /// The columns of the rows of each entity and its subentities, under the alias `t`, by the entity's number.
    private let rowColumns: [Int64: String]

    /// - Parameter numbers: The numbers that the store has for its entities; none for the numbers of a new store.
    /// - Throws: ``StoreError`` for a schema that contradicts itself, or that has an entity without a model class.
    init(
        schema: Schema,
        storeIdentifier: String,
        choices: StoreChoices,
        numbers: [String: Int64] = [:],
        generation: Int64 = 1,
        mapping: TableMapping? = nil
    ) throws {
        var outline = ModelOutline(schema)
        outline.numbers = numbers
        let tables = try PostgresTables(outline, choices)
        let entities = try tables.layout.tables.map { table in
            guard let type = schema.entitiesByName[table.entityName]?.modelType else {
                throw StoreError.withoutModelClass(table.entityName)
            }
            return PostgresEntity(
                table: table,
                layout: ModelLayout.of(type),
                slots: tables.slots(of: table),
                storeIdentifier: storeIdentifier
            )
        }
        self.tables = tables
        self.generation = generation
        self.mapping = mapping
        self.storeIdentifier = storeIdentifier
        self.entities = entities
        let byNumber = Dictionary(entities.map { ($0.number, $0) }) { first, _ in first }
        self.byNumber = byNumber
        rowColumns = Dictionary(
            entities.map { entity in
                var names = tables.layout.names.rowColumns.all
                var known = Set(names)
                for member in entity.table.familyNumbers.compactMap({ byNumber[$0] }) {
                    for column in member.slots.flatMap(\.ownColumns) where known.insert(column.name).inserted {
                        names.append(column.name)
                    }
                }
                return (entity.number, names.map { "t." + $0.enclosed(in: "\"") }.joined(separator: ", "))
            }
        ) { first, _ in first }
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        self.byName = byName
        countedRelationships = entities.flatMap { entity in
            entity.slots.indices.compactMap { slot in
                CountedRelationship(entity, slot: slot) { byName[$0] }
            }
        }
    }

    var layout: StoreLayout { tables.layout }
    /// The features of the server that the store uses.
    var features: PostgresFeatures { choices.features }
    var choices: StoreChoices { tables.choices }
    /// True if searches may make an index. An index depends on the server's numbers of transactions, and one writer at
    /// a time changes it.
    var hasSearchIndex: Bool { features.isSuperset(of: [.advisoryLocks, .transactionNumbers]) }
    var all: [PostgresEntity] { entities }

    /// A statement that reads, over the tables that there are.
    func statement(_ sql: String) -> String { mapping?.statement(sql) ?? sql }

    func columnText(of entity: PostgresEntity) -> String { rowColumns[entity.number] ?? "t.*" }

    subscript(name: String) -> PostgresEntity? { byName[name] }

    subscript(number number: Int64) -> PostgresEntity? {
        if number >= 1, number <= Int64(entities.count), entities[Int(number) - 1].number == number {
            return entities[Int(number) - 1]
        }
        return byNumber[number]
    }

    func family(of entity: PostgresEntity) -> [PostgresEntity] {
        entity.table.familyNumbers.compactMap { self[number: $0] }
    }

    func entity(of layout: ModelLayout) throws -> PostgresEntity {
        guard let entity = byName[layout.entityName] else { throw SwiftDataError.notInSchema(layout.entityName) }
        return entity
    }

    /// The entity of an identifier of this store; nil for any other identifier.
    func owner(of identifier: PersistentIdentifier) -> PostgresEntity? {
        guard identifier.storeIdentifier == storeIdentifier else { return nil }
        return byName[identifier.entityName]
    }

    /// The entity of an identifier of this store.
    /// - Throws: ``StoreError`` with code `foreignContext` for an identifier of another store.
    func entity(of identifier: PersistentIdentifier) throws -> PostgresEntity {
        guard let entity = owner(of: identifier) else {
            throw StoreError.ofAnotherStore(identifier)
        }
        return entity
    }
}
#endif
