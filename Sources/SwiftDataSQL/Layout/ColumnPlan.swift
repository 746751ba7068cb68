import SwiftDataCore

/// The columns of all tables, and the columns of each property.
struct ColumnPlan {
    /// The columns of each table, by root entity.
    private(set) var tables: [String: TableColumns] = [:]
    /// The columns of each property, by the entity that declares it.
    private(set) var properties: [PropertyKey: PropertyColumns] = [:]
    /// The foreign keys that to-many relationships without inverse put into the table of an entity, by that entity.
    private(set) var implicitKeys: [String: [ImplicitKey]] = [:]
    private(set) var joinTables: [JoinTable] = []

    init(_ model: ResolvedModel) throws {
        var foreignKeys: [PropertyKey: ForeignKey] = [:]
        for entry in model.numbering.entries {
            let entity = entry.outline.name
            var table = tables[entry.rootName] ?? TableColumns(model.names)
            for property in model.ownProperties(of: entry) {
                guard case .attribute(let attribute) = property else { continue }
                properties[PropertyKey(entity: entity, name: attribute.name)] = try table.add(attribute)
            }
            for relationship in model.relationships where relationship.source.outline.name == entity {
                guard relationship.outline.isToOne else { continue }
                let key = table.addToOne(relationship)
                foreignKeys[relationship.key] = key
                properties[relationship.key] = .toOne(
                    column: key.column,
                    entityColumn: key.entityColumn,
                    destination: relationship.outline.destination
                )
            }
            for relationship in model.relationships where relationship.outline.destination == entity {
                guard !relationship.outline.isToOne, relationship.inverse == nil else { continue }
                let key = table.addImplicit(relationship)
                foreignKeys[relationship.key] = key
                implicitKeys[entity, default: []].append(
                    ImplicitKey(
                        column: key.column,
                        sourceEntity: relationship.source.outline.name,
                        relationship: relationship.key.name
                    )
                )
            }
            tables[entry.rootName] = table
        }
        var joins = JoinTables(model.form, model.names)
        joins.plan(model)
        joinTables = joins.tables
        for relationship in model.relationships where !relationship.outline.isToOne {
            let keyOwner = relationship.inverse ?? relationship.key
            if let key = foreignKeys[keyOwner] {
                properties[relationship.key] = .toManyByKey(
                    destination: relationship.outline.destination,
                    column: key.column,
                    entityColumn: key.entityColumn
                )
            } else {
                properties[relationship.key] = try joins.columns(of: relationship)
            }
        }
    }
}
