import SwiftDataSQL
import SwiftDataSQLite

/// The foreign keys of relationships: each must lead to a row.
enum ReferenceCheck {
    /// A foreign key in the rows of an entity.
    private struct Key {
        let source: EntityTable
        let column: String
        let entityColumn: String?
        let destination: EntityTable
        let property: String
        let isOptional: Bool
    }

    static func findings(_ file: CheckedFile) throws -> [Finding] {
        var findings: [Finding] = []
        for key in keys(file) {
            guard file.has(key.source.tableName, key.column), file.has(key.destination.tableName, "Z_PK") else {
                continue
            }
            if let finding = try dangling(key, file) { findings.append(finding) }
            if let finding = try wrongEntity(key, file) { findings.append(finding) }
        }
        for table in file.layout.tables { findings += try oneSided(table, file) }
        return findings
    }

    /// The keys of each entity's own rows: an inherited relationship is checked with each subentity.
    private static func keys(_ file: CheckedFile) -> [Key] {
        var keys: [Key] = []
        for table in file.layout.tables {
            let outline = file.layout.model.entities.first { $0.name == table.entityName }
            for (property, columns) in zip(outline?.properties ?? [], table.properties) {
                guard case .relationship(let relationship) = property,
                    case .toOne(let column, let entityColumn, let name) = columns, let destination = file.layout[name]
                else { continue }
                keys.append(
                    Key(
                        source: table,
                        column: column,
                        entityColumn: entityColumn,
                        destination: destination,
                        property: relationship.name,
                        isOptional: relationship.isOptional
                    )
                )
            }
            for implicit in table.implicitKeys {
                guard let destination = file.layout[implicit.sourceEntity] else { continue }
                keys.append(
                    Key(
                        source: table,
                        column: implicit.column,
                        entityColumn: nil,
                        destination: destination,
                        property: "\(implicit.sourceEntity).\(implicit.relationship)",
                        isOptional: true
                    )
                )
            }
        }
        return keys
    }

    private static func dangling(_ key: Key, _ file: CheckedFile) throws -> Finding? {
        let column = SQLIdentifier.quoted(key.column)
        let family = key.destination.familyCondition(alias: "d").map { " AND \($0)" } ?? ""
        let own = key.source.condition(alias: "s").map { "\($0) AND " } ?? ""
        let condition = """
            \(own)s.\(column) IS NOT NULL AND NOT EXISTS \
            (SELECT 1 FROM \(key.destination.quotedTable) d WHERE d.Z_PK = s.\(column)\(family))
            """
        let rows = "SELECT s.Z_PK FROM \(key.source.quotedTable) s WHERE \(condition)"
        var cleared = "\(column) = NULL, Z_OPT = Z_OPT + 1"
        if let entityColumn = key.entityColumn { cleared += ", \(SQLIdentifier.quoted(entityColumn)) = NULL" }
        let repair = Repair(
            "Cleared the references to rows that are not there.",
            [Repair.Statement("UPDATE \(key.source.quotedTable) SET \(cleared) WHERE Z_PK IN (\(rows))")]
        )
        return try file.finding(
            .references,
            "References to \(key.destination.entityName) lead to rows that are not there.",
            entity: key.source.entityName,
            property: key.property,
            rows: rows,
            repair: key.isOptional ? repair : nil
        )
    }

    /// Beside a key to a table of several entities there is the entity of the row that it leads to.
    private static func wrongEntity(_ key: Key, _ file: CheckedFile) throws -> Finding? {
        guard let name = key.entityColumn, file.has(key.source.tableName, name) else { return nil }
        let (column, entityColumn) = (SQLIdentifier.quoted(key.column), SQLIdentifier.quoted(name))
        let own = key.source.condition(alias: "s").map { "\($0) AND " } ?? ""
        let destination = key.destination.quotedTable
        let rows = """
            SELECT s.Z_PK FROM \(key.source.quotedTable) s JOIN \(destination) d ON d.Z_PK = s.\(column) \
            WHERE \(own)s.\(entityColumn) IS NOT d.Z_ENT
            """
        let table = key.source.quotedTable
        let entity = "(SELECT d.Z_ENT FROM \(destination) d WHERE d.Z_PK = \(table).\(column))"
        return try file.finding(
            .references,
            "References name another entity than that of the row they lead to.",
            entity: key.source.entityName,
            property: key.property,
            rows: rows,
            repair: Repair(
                "Set the entity of the references.",
                [Repair.Statement("UPDATE \(table) SET \(entityColumn) = \(entity) WHERE Z_PK IN (\(rows))")]
            )
        )
    }

    /// Checks relationships between two single objects. Both objects have a key, and the keys must agree.
    private static func oneSided(_ table: EntityTable, _ file: CheckedFile) throws -> [Finding] {
        let outline = file.layout.model.entities.first { $0.name == table.entityName }
        var findings: [Finding] = []
        for (property, columns) in zip(outline?.properties ?? [], table.properties) {
            guard case .relationship(let relationship) = property, case .toOne(let column, _, let name) = columns,
                let destination = file.layout[name], let inverse = relationship.inverseName,
                let slot = destination.propertyNames(file.layout).firstIndex(of: inverse),
                destination.properties.indices.contains(slot),
                case .toOne(let back, _, _) = destination.properties[slot],
                file.has(table.tableName, column), file.has(destination.tableName, back)
            else { continue }
            let own = table.condition(alias: "s").map { "\($0) AND " } ?? ""
            let (key, backKey) = (SQLIdentifier.quoted(column), SQLIdentifier.quoted(back))
            let finding = try file.finding(
                .references,
                "The other side of the relationship, \(name).\(inverse), does not lead back.",
                entity: table.entityName,
                property: relationship.name,
                rows: """
                    SELECT s.Z_PK FROM \(table.quotedTable) s JOIN \(destination.quotedTable) d ON d.Z_PK = s.\(key) \
                    WHERE \(own)d.\(backKey) IS NOT s.Z_PK
                    """
            )
            if let finding { findings.append(finding) }
        }
        return findings
    }
}
