import SwiftDataCore

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
    package let name: String
    /// The column with the keys of the objects whose entity names the table.
    package let firstColumn: String
    package let secondColumn: String
    /// The declared entities whose keys the columns have.
    package let firstEntity: String
    package let secondEntity: String

    package init(
        name: String,
        firstColumn: String,
        secondColumn: String,
        firstEntity: String,
        secondEntity: String
    ) {
        self.name = name
        self.firstColumn = firstColumn
        self.secondColumn = secondColumn
        self.firstEntity = firstEntity
        self.secondEntity = secondEntity
    }
}

/// Names the join tables and finds the columns of each side.
struct JoinTables {
    private(set) var tables: [JoinTable] = []
    /// The table of each side, by relationship, and whether that side named it.
    private var sides: [PropertyKey: (table: JoinTable, isFirst: Bool)] = [:]
    // A column is named after the entity it points to; Core Data's share one name space.
    private var columnNames = NameAllocator()
    private var tableNames = NameAllocator()

    /// The choices of the file that has the model.
    private let form: StoredForm?
    private let names: any LayoutNames

    init(_ form: StoredForm?, _ names: any LayoutNames) {
        self.form = form
        self.names = names
    }

    /// Names the tables. The first relationship names the table: entities are in plain alphabetical order, and
    /// inherited relationships count for the entity that inherits them. Of two relationships in one entity the later
    /// one names it, unless the file has a table with the name of the earlier one alone: Core Data uses either.
    mutating func plan(_ model: ResolvedModel) {
        let manyToMany = Dictionary(
            model.relationships.filter { !$0.outline.isToOne && $0.inverse != nil && !$0.inverseIsToOne }
                .map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let entries = model.numbering.entries.sorted {
            $0.outline.storedName.unicodeScalars.lexicographicallyPrecedes($1.outline.storedName.unicodeScalars)
        }
        for entry in entries {
            for property in entry.outline.properties.sorted(by: { precedesByName($0.name, $1.name) }) {
                guard let key = model.key(of: property.name, in: entry.outline.name), let met = manyToMany[key],
                    sides[key] == nil, let inverse = met.inverse, sides[inverse] == nil
                else { continue }
                guard inverse.entity == key.entity, inverse != key, let other = manyToMany[inverse] else {
                    add(met)
                    continue
                }
                let (earlier, later) = precedesByName(key.name, inverse.name) ? (met, other) : (other, met)
                add(isStored(earlier) && !isStored(later) ? earlier : later)
            }
        }
    }

    private func isStored(_ relationship: ResolvedRelationship) -> Bool {
        form?.joinTables[tableName(relationship)] != nil
    }

    private func tableName(_ relationship: ResolvedRelationship) -> String {
        names.joinTable(relationship: relationship.key.name, source: relationship.source.number)
    }

    private mutating func add(_ relationship: ResolvedRelationship) {
        guard let inverse = relationship.inverse, let inverseSource = relationship.inverseSource else { return }
        let isReflexive = inverse == relationship.key
        let first = names.joinColumn(relationship: inverse.name, entity: relationship.source.number)
        let second =
            isReflexive
            ? names.reflexiveJoinColumn
            : names.joinColumn(relationship: relationship.key.name, entity: inverseSource.number)
        let name = tableNames.allocate(tableName(relationship))
        if !names.joinTablesShareNames { columnNames = NameAllocator() }
        var firstColumn = columnNames.allocate(first)
        var secondColumn = isReflexive ? second : columnNames.allocate(second)
        if let form, !form.hasColumns([firstColumn, secondColumn], in: name) {
            // Colliding names are numbered, in an order that is not known for every version of Core Data.
            let stored = form.column(second, of: name, otherThan: nil)
            firstColumn = form.column(first, of: name, otherThan: stored) ?? firstColumn
            secondColumn = stored ?? secondColumn
        }
        let table = JoinTable(
            name: name,
            firstColumn: firstColumn,
            secondColumn: secondColumn,
            firstEntity: relationship.key.entity,
            secondEntity: inverse.entity
        )
        tables.append(table)
        sides[relationship.key] = (table, true)
        if !isReflexive { sides[inverse] = (table, false) }
    }

    /// - Throws: ``StoreError`` if the two sides do not name each other.
    func columns(of relationship: ResolvedRelationship) throws -> PropertyColumns {
        guard let side = sides[relationship.key] else {
            throw StoreError(
                .validation,
                "its inverse already belongs to another relationship",
                entity: relationship.key.entity,
                property: relationship.key.name
            )
        }
        let own = side.isFirst ? side.table.firstColumn : side.table.secondColumn
        let other = side.isFirst ? side.table.secondColumn : side.table.firstColumn
        return .toManyByJoin(
            destination: relationship.outline.destination,
            table: side.table.name,
            ownColumn: own,
            otherColumn: other
        )
    }
}
