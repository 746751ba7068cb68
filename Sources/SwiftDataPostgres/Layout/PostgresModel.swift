#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The entities of a store.
final class PostgresModel: Sendable {
    /// A column of a table, as it is declared.
    struct Declared: Sendable {
        let name: String
        let type: PostgresType
        /// True if no row of the table may have NULL.
        let isRequired: Bool
        /// The entity that a foreign key leads to.
        let destination: String?
    }

    let layout: StoreLayout
    let storeIdentifier: String
    private let entities: [PostgresEntity]
    private let byName: [String: PostgresEntity]

    /// - Throws: ``StoreError`` for a schema that contradicts itself, or that has an entity without a model class.
    init(schema: Schema, storeIdentifier: String) throws {
        let outline = ModelOutline(schema)
        let names = PostgresNames(try StoreLayout(outline))
        let layout = try StoreLayout(outline, names: names)
        let entities = try layout.tables.map { table in
            guard let type = schema.entitiesByName[table.entityName]?.modelType else {
                throw StoreError(
                    .cannotOpen,
                    "has no model class: make the schema from model types",
                    entity: table.entityName
                )
            }
            return PostgresEntity(
                table: table,
                layout: ModelLayout.of(type),
                storeIdentifier: storeIdentifier
            )
        }
        self.layout = layout
        self.storeIdentifier = storeIdentifier
        self.entities = entities
        byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    var all: [PostgresEntity] { entities }

    subscript(name: String) -> PostgresEntity? { byName[name] }

    subscript(number number: Int64) -> PostgresEntity? {
        number >= 1 && number <= Int64(entities.count) ? entities[Int(number) - 1] : nil
    }

    func family(of entity: PostgresEntity) -> [PostgresEntity] {
        entity.table.familyNumbers.compactMap { self[number: $0] }
    }

    func entity(of layout: ModelLayout) throws -> PostgresEntity {
        guard let entity = byName[layout.entityName] else {
            throw SwiftDataError(.unknownSchema, "\(layout.entityName) is not in the schema of the store.")
        }
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
            throw StoreError(
                .foreignContext,
                "the identifier belongs to another store",
                entity: identifier.entityName,
                model: identifier
            )
        }
        return entity
    }

    /// The columns of the table of a root entity, those of its properties first.
    func columns(of root: PostgresEntity) -> [Declared] {
        var known = Set<String>()
        var columns: [Declared] = []
        func add(_ name: String, _ type: PostgresType, isRequired: Bool = false, _ destination: String? = nil) {
            guard known.insert(name).inserted else { return }
            columns.append(Declared(name: name, type: type, isRequired: isRequired, destination: destination))
        }
        for member in family(of: root) {
            for slot in member.slots {
                switch slot {
                case .value(let column):
                    // The rows of other entities have nothing in the columns of this one.
                    add(column.name, column.form.type, isRequired: !column.isOptional && member === root)
                case .composite(let elements, _):
                    for column in elements.flatMap(\.valueColumns) { add(column.name, column.form.type) }
                case .toOne(let column, let entityColumn, let destination):
                    add(column, .int8, destination)
                    if let entityColumn { add(entityColumn, .int2) }
                case .toManyByKey, .toManyByJoin, .none: break
                }
            }
            for key in member.table.implicitKeys { add(key.column, .int8, key.sourceEntity) }
        }
        // The positions of rows among the members of their owners.
        for owner in entities {
            for case .toManyByKey(let destination, let column) in owner.slots {
                guard let member = self[destination], member.table.rootNumber == root.number else { continue }
                add(PostgresNames.position(column), .int8)
            }
        }
        return columns
    }

    /// The columns of a join table with the positions of the members of each side that has some.
    func positions(of table: JoinTable) -> [String] {
        let columns = entities.flatMap { entity in
            entity.slots.compactMap { slot -> String? in
                guard case .toManyByJoin(_, table.name, _, let other) = slot else { return nil }
                return PostgresNames.position(other)
            }
        }
        return Set(columns).sorted()
    }

    /// A text that is the same for models with the same tables.
    var fingerprint: String {
        let tables = entities.filter { $0.table.superNumber == 0 }.map { root in
            let columns = columns(of: root).map { "\($0.name) \($0.type.name)\($0.isRequired ? " required" : "")" }
            let unique = family(of: root).flatMap(\.table.uniqueColumns).map { $0.joined(separator: "+") }
            let members = family(of: root).map { "\($0.number) \($0.name)" }
            return
                "\(root.table.tableName) [\(members.joined(separator: ", "))] (\(columns.joined(separator: ", ")))"
                + " unique (\(Set(unique).sorted().joined(separator: ", ")))"
        }
        let joins = layout.joinTables.map { "\($0.name) (\($0.firstColumn), \($0.secondColumn))" }
        return (tables + joins).joined(separator: "; ")
    }
}
#endif
