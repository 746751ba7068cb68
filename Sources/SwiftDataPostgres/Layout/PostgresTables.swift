#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The tables of a model, whether or not there are classes for it.
struct PostgresTables: Sendable {
    /// A column of a table, as it is declared.
    struct Declared: Sendable {
        let name: String
        let type: PostgresType
        /// True if a row of the table must have a value.
        let isRequired: Bool
        /// True if the column is declared so. A unique value that cannot wait for its check is NULL while rows exchange theirs.
        let isNotNull: Bool
        /// The entity that a foreign key leads to.
        let destination: String?
    }

    let layout: StoreLayout
    /// The features of the store.
    let features: PostgresFeatures

    /// - Throws: ``StoreError`` for a model that contradicts itself.
    init(_ outline: ModelOutline, _ features: PostgresFeatures) throws {
        self.features = features
        layout = try StoreLayout(outline, names: PostgresNames(try StoreLayout(outline)))
    }

    var model: ModelOutline { layout.model }
    var numbers: [String: Int64] {
        Dictionary(layout.tables.map { ($0.entityName, $0.number) }) { first, _ in first }
    }
    /// The entities that have tables, in the order of their numbers.
    var roots: [EntityTable] { layout.tables.filter { $0.superNumber == 0 } }

    func family(of entity: EntityTable) -> [EntityTable] { entity.familyNumbers.compactMap { layout[number: $0] } }

    /// The entity whose table has a name.
    func root(named table: String) -> EntityTable? { roots.first { $0.tableName == table } }

    /// The columns of the table of a root entity, those of its properties first.
    func columns(of root: EntityTable) -> [Declared] {
        var known = Set<String>()
        var columns: [Declared] = []
        let released =
            features.contains(.deferrableConstraints)
            ? [] : Set(family(of: root).flatMap(\.uniqueColumns).joined())
        func add(_ name: String, _ type: PostgresType, isRequired: Bool = false, _ destination: String? = nil) {
            guard known.insert(name).inserted else { return }
            columns.append(
                Declared(
                    name: name,
                    type: type,
                    isRequired: isRequired,
                    isNotNull: isRequired && !released.contains(name),
                    destination: destination
                )
            )
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
            for key in member.implicitKeys { add(key.column, .int8, key.sourceEntity) }
        }
        for column in positionColumns(of: root) { add(column, .int8) }
        return columns
    }

    /// The columns with the positions of rows among the members of their owners.
    func positionColumns(of root: EntityTable) -> [String] {
        layout.tables.flatMap { owner in
            owner.slots.compactMap { slot -> String? in
                guard case .toManyByKey(let destination, let column) = slot,
                    let member = layout[destination], member.rootNumber == root.number
                else { return nil }
                return PostgresNames.position(column)
            }
        }
    }

    /// The columns of a join table with the positions of the members of each side that has some.
    func positions(of table: JoinTable) -> [String] {
        let columns = layout.tables.flatMap { entity in
            entity.slots.compactMap { slot -> String? in
                guard case .toManyByJoin(_, table.name, _, let other) = slot else { return nil }
                return PostgresNames.position(other)
            }
        }
        return Set(columns).sorted()
    }

    /// A text that is the same for models with the same tables.
    var fingerprint: String {
        let tables = roots.map { root in
            let columns = columns(of: root).map { "\($0.name) \($0.type.name)\($0.isRequired ? " required" : "")" }
            let unique = family(of: root).flatMap(\.uniqueColumns).map { $0.joined(separator: "+") }
            let members = family(of: root).map { "\($0.number) \($0.entityName)" }
            return
                "\(root.tableName) [\(members.joined(separator: ", "))] (\(columns.joined(separator: ", ")))"
                + " unique (\(Set(unique).sorted().joined(separator: ", ")))"
        }
        let joins = layout.joinTables.map { "\($0.name) (\($0.firstColumn), \($0.secondColumn))" }
        return (tables + joins).joined(separator: "; ")
    }
}

extension EntityTable {
    /// The places of the properties.
    var slots: [PostgresSlot] { properties.map(PostgresSlot.init) }
    /// The sequence of the keys of the table.
    var sequence: String { PostgresNames.limited(tableName + "_pk_seq") }
    var quotedTable: String { tableName.enclosed(in: "\"") }
}
#endif
