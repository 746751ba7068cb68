import Foundation
import SwiftDataCore
import SwiftDataSQL

@testable import SwiftDataSQLite

/// A world as a store, written and read by plain SQL.
struct WorldFile {
    let store: MigratedStore

    init() throws {
        store = try MigratedStore()
    }

    func write(_ world: ReferenceWorld) throws {
        let layout = try StoreLayout(world.outline)
        let connection = try StoreConnection.file(store.url.path)
        _ = try StoreFile.open(connection, layout)
        try connection.write { runner in
            var keys: [Int64: Int64] = [:]
            var last: [String: Int64] = [:]
            for (tag, object) in world.objects.sorted(by: { $0.key < $1.key }) {
                guard let table = layout[object.entity] else { continue }
                let key = (last[table.rootEntityName] ?? 0) + 1
                last[table.rootEntityName] = key
                keys[tag] = key
                var (columns, values) = (["Z_PK", "Z_ENT", "Z_OPT"], ["\(key)", "\(table.number)", "1"])
                for attribute in world.attributes(of: object.entity) {
                    guard let column = columnNames(attribute.name, object.entity, layout).first else { continue }
                    columns.append(column)
                    values.append((object.values[attribute.name] ?? .null).description)
                }
                try runner.run(
                    "INSERT INTO \(table.tableName) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
                )
            }
            for (root, key) in last {
                try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_NAME = '\(root)'")
            }
            for relation in world.relations { try link(relation, world, layout, keys, runner) }
        }
        try connection.close()
    }

    private func link(
        _ relation: ReferenceWorld.Relation,
        _ world: ReferenceWorld,
        _ layout: StoreLayout,
        _ keys: [Int64: Int64],
        _ runner: SQLRunner
    ) throws {
        for pair in relation.pairs {
            guard let left = keys[pair.left], let right = keys[pair.right], let leftObject = world.objects[pair.left],
                let rightObject = world.objects[pair.right]
            else { continue }
            let sides =
                [(relation.leftName, relation.left, left, leftObject, right, rightObject)]
                + (relation.rightName.map { [($0, relation.right, right, rightObject, left, leftObject)] } ?? [])
            for (name, entity, own, ownObject, other, otherObject) in sides {
                switch property(name, entity, layout) {
                case .toOne(let column, let entityColumn, _)?:
                    var set = "\(column) = \(other)"
                    if let entityColumn { set += ", \(entityColumn) = \(layout[otherObject.entity]?.number ?? 0)" }
                    try runner.run("UPDATE \(layout[ownObject.entity]?.tableName ?? "") SET \(set) WHERE Z_PK = \(own)")
                case .toManyByKey(_, let column, _)? where relation.rightName == nil:
                    try runner.run(
                        "UPDATE \(layout[otherObject.entity]?.tableName ?? "") SET \(column) = \(own) WHERE Z_PK = \(other)"
                    )
                case .toManyByJoin(_, let table, let ownColumn, let otherColumn)?:
                    try runner.run(
                        "INSERT OR IGNORE INTO \(table) (\(ownColumn), \(otherColumn)) VALUES (\(own), \(other))"
                    )
                default: break
                }
            }
        }
    }

    private func property(_ name: String, _ entity: String, _ layout: StoreLayout) -> PropertyColumns? {
        guard let outline = layout.model.entities.first(where: { $0.name == entity }),
            let slot = outline.properties.firstIndex(where: { $0.name == name })
        else { return nil }
        return layout[entity]?.properties[slot]
    }

    private func columnNames(_ name: String, _ entity: String, _ layout: StoreLayout) -> [String] {
        property(name, entity, layout)?.valueColumns.map(\.name) ?? []
    }

    /// Returns the content that should be read: a line for each value and link.
    static func lines(_ world: ReferenceWorld) -> [String] {
        var lines: [String] = []
        for (tag, object) in world.objects {
            let values = world.attributes(of: object.entity).map { attribute in
                "\(attribute.name)=\(object.values[attribute.name] ?? .null)"
            }
            lines.append("\(object.entity) \(tag): \(values.sorted().joined(separator: " "))")
        }
        for relation in world.relations {
            for pair in relation.pairs {
                lines.append("\(relation.left).\(relation.leftName) \(pair.left) -> \(pair.right)")
                if let name = relation.rightName {
                    lines.append("\(relation.right).\(name) \(pair.right) -> \(pair.left)")
                }
            }
        }
        return lines.sorted()
    }

    /// Reads the content of the file, by the layout of the world's model.
    func read(_ world: ReferenceWorld) throws -> [String] {
        let layout = try StoreLayout(world.outline)
        var queries: [String] = []
        for entity in world.entities {
            guard let table = layout[entity.name] else { continue }
            let values = world.attributes(of: entity.name).sorted { "\($0.name)=" < "\($1.name)=" }.map { attribute in
                "'\(attribute.name)=' || quote(\(columnNames(attribute.name, entity.name, layout).first ?? "NULL"))"
            }
            let tag = columnNames("tag", entity.name, layout).first ?? "NULL"
            queries.append(
                "SELECT '\(entity.name) ' || \(tag) || ': ' || \(values.joined(separator: " || ' ' || ")) FROM \(table.tableName) "
                    + "WHERE Z_ENT = \(table.number)"
            )
        }
        for relation in world.relations {
            queries += links(relation.leftName, relation.left, relation.right, layout)
            if let name = relation.rightName { queries += links(name, relation.right, relation.left, layout) }
        }
        return try queries.isEmpty ? [] : store.rows(queries.joined(separator: ";")).sorted()
    }

    private func links(_ name: String, _ entity: String, _ destination: String, _ layout: StoreLayout) -> [String] {
        guard let own = layout[entity], let other = layout[destination] else { return [] }
        func tag(_ name: String) -> String { columnNames("tag", name, layout).first ?? "NULL" }
        let select = "SELECT '\(entity).\(name) ' || o.\(tag(entity)) || ' -> ' || d.\(tag(destination)) FROM "
        switch property(name, entity, layout) {
        case .toOne(let column, let entityColumn, _)?:
            // A number beside the key that is not that of the row makes the link unreadable.
            let check = entityColumn.map { " AND d.Z_ENT = o.\($0)" } ?? ""
            return [
                select + "\(own.tableName) o JOIN \(other.tableName) d ON d.Z_PK = o.\(column)\(check)",
                // Keys that lead nowhere.
                "SELECT 'dangling \(entity).\(name)' FROM \(own.tableName) WHERE \(column) IS NOT NULL AND \(column) NOT IN "
                    + "(SELECT Z_PK FROM \(other.tableName) WHERE Z_ENT IN (\(other.familyNumbers.map(String.init).joined(separator: ", "))))",
            ]
        case .toManyByKey(_, let column, _)?:
            return [select + "\(own.tableName) o JOIN \(other.tableName) d ON d.\(column) = o.Z_PK"]
        case .toManyByJoin(_, let table, let ownColumn, let otherColumn)?:
            return [
                select + "\(table) j JOIN \(own.tableName) o ON o.Z_PK = j.\(ownColumn) JOIN \(other.tableName) d "
                    + "ON d.Z_PK = j.\(otherColumn)"
            ]
        default: return []
        }
    }

    /// Tables, columns, indices and numbers of the file, in no order.
    func shape() throws -> [String] {
        let columns = """
            SELECT m.name || ' ' || c.name || ' ' || c.type || ' ' || c.pk FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table'
            """
        let indices = "SELECT replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
        let numbers = "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY"
        return try store.rows("\(columns); \(indices); \(numbers)").sorted()
    }

    /// The tables whose counter is below the keys of their rows.
    func countersBelowKeys(_ world: ReferenceWorld) throws -> [String] {
        let layout = try StoreLayout(world.outline)
        return try layout.tables.filter { $0.superNumber == 0 }.flatMap { table in
            try store.rows(
                "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_NAME = '\(table.entityName)' AND Z_MAX < "
                    + "(SELECT coalesce(max(Z_PK), 0) FROM \(table.tableName))"
            )
        }
    }

    func contents() throws -> String { try store.sql(".dump") }
}
