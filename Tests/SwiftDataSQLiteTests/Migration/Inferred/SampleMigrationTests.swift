import Foundation
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Stores that Apple's frameworks wrote are migrated by the model in their own file.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct SampleMigrationTests {
    /// Its model cache tells of entities that the file has not.
    private static let inconsistent = "SampleModel_V2.sqlite"

    static var names: [String] {
        SampleStore.names.filter { $0 != inconsistent }
    }

    @Test(arguments: names)
    func everyValueAndLinkComesAlong(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let connection = try StoreConnection.file(sample.file.path)
        var content = Data()
        try connection.read { try $0.query("SELECT Z_CONTENT FROM Z_MODELCACHE") { content = $0.blob(0) } }
        let source = try ModelCache.model(content)
        let before = try connection.read { try Self.contents($0, StoreLayout(source)) { $0 } }
        let changes =
            try connection.read { try $0.integer("SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'") } == 1
        let history = changes ? try connection.read { try Self.history($0) } : []

        let target = Self.changed(source)
        let migration = try InferredMigration(from: source, to: target)
        #expect(!migration.steps.isEmpty)
        let external = ExternalStorage(storePath: sample.file.path)
        let outcome = try connection.write { try migration.run($0, external) { _ in } }
        #expect(outcome.obsoleteFiles.isEmpty)

        let layout = try StoreLayout(target)
        let after = try connection.read {
            try Self.contents($0, layout) { $0.hasSuffix("Renamed") ? String($0.dropLast(7)) : $0 }
        }
        #expect(after == before)
        if changes { #expect(try connection.read { try Self.history($0) } == history) }
        let check = try connection.read { try $0.strings("PRAGMA integrity_check") }
        #expect(check == ["ok"])
        let tables = try connection.read { Set(try $0.strings("SELECT name FROM sqlite_master WHERE type = 'table'")) }
        try connection.read { try StoreFileCheck(layout: layout, tables: tables, path: name).check($0) }
        var cache = Data()
        try connection.read { try $0.query("SELECT Z_CONTENT FROM Z_MODELCACHE") { cache = $0.blob(0) } }
        #expect(try InferredMigration(from: ModelCache.model(cache), to: target).steps.map(\.description) == [])
        try connection.close()
    }

    /// The same model with an entity before all other ones, an attribute more in each, and attributes and relationships
    /// renamed.
    private static func changed(_ source: ModelOutline) -> ModelOutline {
        var target = source
        let indexed = Set(source.entities.flatMap { $0.indices.flatMap(\.paths) + $0.uniquenessConstraints.joined() })
        for index in target.entities.indices {
            let entity = target.entities[index]
            target.entities[index].properties = entity.properties.map { property in
                switch property {
                case .attribute(var attribute):
                    guard !indexed.contains(attribute.name) else { return property }
                    attribute.originalName = attribute.name
                    attribute.name += "Renamed"
                    return .attribute(attribute)
                case .relationship(var relationship):
                    relationship.originalName = relationship.name
                    return .relationship(relationship)
                }
            }
            target.entities[index].properties.append(.attribute(AttributeOutline("aAdded", .string, isOptional: true)))
        }
        target.entities.append(EntityOutline("AAA", properties: [.attribute(AttributeOutline("x", .double))]))
        return target
    }

    /// A line for each value and each link, by entity, property and key.
    private static func contents(
        _ runner: SQLRunner,
        _ layout: StoreLayout,
        name: (String) -> String
    ) throws -> [String] {
        var lines: [String] = []
        for entity in layout.model.entities {
            guard let table = layout[entity.name], entity.name != "AAA" else { continue }
            let place = SQLIdentifier.quoted(table.tableName)
            func add(_ property: String, _ value: String, _ from: String) throws {
                try runner.query("SELECT Z_PK, quote(\(value)) FROM \(from)") { row in
                    lines.append("\(entity.name).\(property) \(row.integer(0)) \(row.text(1))")
                }
            }
            let rows = "\(place) WHERE Z_ENT = \(table.number)"
            for (slot, property) in entity.properties.enumerated() where property.name != "aAdded" {
                switch table.properties[slot] {
                case .value, .composite:
                    for (index, column) in table.properties[slot].valueColumns.enumerated() {
                        try add("\(name(property.name)) \(index)", SQLIdentifier.quoted(column.name), rows)
                    }
                case .toOne(let column, let entityColumn, _):
                    try add(property.name, SQLIdentifier.quoted(column), rows)
                    guard let entityColumn else { continue }
                    let number = SQLIdentifier.quoted(entityColumn)
                    try add(property.name, "(SELECT Z_NAME FROM Z_PRIMARYKEY k WHERE k.Z_ENT = \(number))", rows)
                case .toManyByJoin(_, let join, let own, let other):
                    let columns = [own, other].map { SQLIdentifier.quoted($0) }
                    try add(
                        property.name,
                        columns[1],
                        "(SELECT \(columns[0]) AS Z_PK, \(columns[1]) FROM \(SQLIdentifier.quoted(join)))"
                    )
                case .toManyByKey(let destination, let column, _):
                    let other = SQLIdentifier.quoted(layout[destination]?.tableName ?? "")
                    try add(property.name, SQLIdentifier.quoted(column), other)
                case .none: break
                }
            }
        }
        return lines.sorted()
    }

    private static func history(_ runner: SQLRunner) throws -> [String] {
        try runner.strings(
            "SELECT c.Z_PK || ' ' || c.ZCHANGETYPE || ' ' || k.Z_NAME || ' ' || c.ZENTITYPK FROM ACHANGE c "
                + "LEFT JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY ORDER BY c.Z_PK"
        )
    }
}
