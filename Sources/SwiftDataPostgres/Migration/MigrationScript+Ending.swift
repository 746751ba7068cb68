#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

extension MigrationScript {
    /// Drops the columns and tables that the target does not have.
    mutating func dropOld() {
        for plan in columns {
            guard let source = plan.plan.source else { continue }
            let renames = plan.renames
            for old in plan.old.keys.sorted() where renames[old] == nil {
                touched.insert(source.tableName)
                statements.append(
                    "ALTER TABLE \(plan.plan.target.quotedTable) DROP COLUMN \(current(old, in: source.tableName))"
                )
            }
        }
        let names = tableNames
        let all = step.source.roots.map(\.tableName) + step.source.layout.joinTables.map(\.name)
        for table in all where names[table] == nil {
            touched.insert(table)
            statements.append("DROP TABLE \(current(table))")
        }
    }

    /// Makes the columns of required values NOT NULL, creates constraints and indices, and writes the new names to the
    /// history.
    mutating func finish() {
        for plan in columns {
            for column in plan.declared where column.isNotNull && !plan.isRequiredAlready(column.name) {
                // A table that was made without rows has it already.
                guard !plan.plan.moves.isEmpty else { continue }
                ending.append(
                    "ALTER TABLE \(plan.plan.target.quotedTable) ALTER COLUMN \(quoted(column.name)) SET NOT NULL"
                )
            }
        }
        makeParts()
        for mapping in mapping.entities { renameInHistory(mapping) }
        // The next step has temporary tables of the same names.
        for table in stagedRows.map(\.table) + stagedLinks.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
            ending.append("DROP TABLE pg_temp.\(table)")
        }
    }

    /// The history names the columns of the properties that an update has changed, and the properties whose values it
    /// keeps.
    private mutating func renameInHistory(_ entity: EntityMapping) {
        guard let source = entity.source, let old = step.source.layout[source.name],
            let new = step.target.layout[entity.target.name]
        else { return }
        var columns: [(String, String)] = []
        var properties: [(String, String)] = []
        for (slot, property) in source.properties.enumerated() {
            guard let name = entity.name(of: property.name),
                let place = entity.target.properties.firstIndex(where: { $0.name == name })
            else { continue }
            if name != property.name { properties.append((property.name, name)) }
            guard let before = old.historyName(slot, property.name), let now = new.historyName(place, name),
                before != now
            else { continue }
            columns.append((before, now))
        }
        func values(_ pairs: [(String, String)]) -> String {
            pairs.map { "(\($0.enclosed(in: "'")), \($1.enclosed(in: "'")))" }.joined(separator: ", ")
        }
        func olds(_ pairs: [(String, String)]) -> String {
            "ARRAY[\(pairs.map { $0.0.enclosed(in: "'") }.joined(separator: ", "))]"
        }
        let table = HistorySchema.changes
        if !columns.isEmpty {
            ending.append(
                "UPDATE \(table) SET properties = (SELECT array_agg(coalesce(m.new, p.name) ORDER BY p.place) "
                    + "FROM unnest(properties) WITH ORDINALITY p(name, place) "
                    + "LEFT JOIN (VALUES \(values(columns))) m(old, new) ON m.old = p.name) "
                    + "WHERE entity = \(new.number) AND properties && \(olds(columns))"
            )
        }
        if !properties.isEmpty {
            ending.append(
                "UPDATE \(table) SET tombstone = (SELECT jsonb_object_agg(coalesce(m.new, p.key), p.value) "
                    + "FROM jsonb_each(tombstone) p LEFT JOIN (VALUES \(values(properties))) m(old, new) ON m.old = p.key) "
                    + "WHERE entity = \(new.number) AND tombstone ?| \(olds(properties))"
            )
        }
    }

    /// The statements that record the model of the store in the store.
    /// - Parameter isNewGeneration: True if processes with the tables of before cannot go on.
    static func record(_ target: PostgresTables, isNewGeneration: Bool) throws -> [String] {
        let json = String(decoding: try target.model.json(), as: UTF8.self)
        return ["DELETE FROM \(PostgresSchema.entityTable)"] + PostgresSchema(target).entityRows + [
            "UPDATE \(PostgresSchema.metadataTable) SET fingerprint = \(target.fingerprint.enclosed(in: "'")), "
                + "model = \(SQLConstant.literal(json))" + (isNewGeneration ? ", generation = generation + 1" : "")
        ]
    }
}

extension EntityTable {
    /// The name that the history has for a property: see ``PostgresEntity/historyName(_:)``.
    func historyName(_ slot: Int, _ property: String) -> String? {
        guard properties.indices.contains(slot) else { return nil }
        if let column = properties[slot].ownColumnNames.first { return column }
        return properties[slot].isToMany ? PostgresNames.name(property) : nil
    }
}
#endif
