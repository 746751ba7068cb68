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
    let choices: StoreChoices
    /// The features of the server that the tables and the saves need.
    var features: PostgresFeatures { choices.features }
    /// The places of the properties of each entity, by its number.
    private let slots: [Int64: [PostgresSlot]]

    /// - Throws: ``StoreError`` for a model that contradicts itself.
    init(_ outline: ModelOutline, _ choices: StoreChoices) throws {
        let layout = try StoreLayout(outline, names: PostgresNames(try StoreLayout(outline)))
        self.layout = layout
        self.choices = choices
        slots = Dictionary(
            layout.tables.map { table in
                let properties = layout.model.entities.first { $0.name == table.entityName }?.properties ?? []
                let slots = table.properties.enumerated().map { place, columns in
                    PostgresSlot(
                        columns,
                        properties.indices.contains(place) ? properties[place].attribute : nil,
                        choices
                    )
                }
                return (table.number, slots)
            }
        ) { first, _ in first }
    }

    /// The places of the properties of an entity.
    func slots(of entity: EntityTable) -> [PostgresSlot] { slots[entity.number] ?? [] }

    /// The form of a column of an attribute.
    func form(of column: String, in root: EntityTable) -> PostgresForm? {
        family(of: root).lazy.flatMap { slots(of: $0) }.flatMap(\.valueColumns).first { $0.name == column }?.form
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

    /// The columns of the table of a root entity, the columns of its properties first.
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
            for slot in slots(of: member) {
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
            slots(of: owner).compactMap { slot -> String? in
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
            slots(of: entity).compactMap { slot -> String? in
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

extension PropertyOutline {
    /// The attribute; nil for a relationship.
    fileprivate var attribute: AttributeOutline? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}

extension PropertyColumns {
    /// The names of the columns that the property has in its entity's own table.
    var ownColumnNames: [String] {
        if case .toOne(let column, let entityColumn, _) = self { return [column] + (entityColumn.map { [$0] } ?? []) }
        return valueColumns.map(\.name)
    }

    var isToMany: Bool {
        switch self {
        case .toManyByKey, .toManyByJoin: true
        case .value, .composite, .toOne, .none: false
        }
    }
}

extension EntityTable {
    /// The sequence of the keys of the table.
    var sequence: String { PostgresNames.limited(tableName + "_pk_seq") }
    var quotedTable: String { tableName.enclosed(in: "\"") }
}
#endif
