import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Random models of Core Data, made into stores by a program that shares no code with the library: classes are generated
/// of them, rows are edited, and `sqlite3` finds every value where that program says it must be.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct RandomCoreDataModelTests {
    @Test(arguments: Trials.seeds(10).map { Int($0) })
    func editsReachTheColumnsOfCoreData(_ seed: Int) async throws {
        let model = RandomCoreDataModel(seed: UInt64(seed))
        let store = try AppleStore(model.xml, model.options(seed))
        #expect(await tool("check", store.path).output == "No problems were found.\n", "\(model.xml)")
        try await generate(model, store)
        let rows = try insert(model, store)
        for relationship in model.relationships { try edit(relationship, model, store, rows) }
        #expect(await tool("check", store.path).output == "No problems were found.\n", "\(model.xml)")
        #expect(!(await tool("inspect", store.path)).output.contains("Tables that"))
        try delete(store, rows)
        #expect(await tool("check", store.path).output == "No problems were found.\n", "\(model.xml)")
    }

    private func generate(_ model: RandomCoreDataModel, _ store: AppleStore) async throws {
        let source = await tool("generate", store.path)
        #expect(source.status == 0, "\(source.messages)")
        for relationship in model.relationships { #expect(source.output.contains("var \(relationship.name):")) }
        for name in model.transientNames { #expect(!source.output.contains("var \(name):")) }
    }

    /// Two rows of each entity, with values.
    private func insert(_ model: RandomCoreDataModel, _ store: AppleStore) throws -> [String: [PersistentIdentifier]] {
        let opened = try DynamicStore(url: store.file, allowsSave: true)
        defer { try? opened.close() }
        var rows: [String: [PersistentIdentifier]] = [:]
        var number: Int64 = 0
        for entity in model.entities {
            for _ in 1...2 {
                number += 1
                let attributes = model.attributes.filter { model.lineage(entity).contains($0.entity) }
                let values = attributes.map { ($0, value(of: $0.type, number)) }
                let ids = try opened.save { changes in
                    changes.insert(entity, Dictionary(uniqueKeysWithValues: values.map { ($0.name, $1.value) }))
                }
                let row = try #require(ids.values.first)
                rows[entity, default: []].append(row)
                let key = try self.key(row)
                for (attribute, value) in values {
                    let column = try #require(store.places["\(attribute.entity).\(attribute.name)"]?["column"])
                    let table = try #require(store.tables[entity])
                    #expect(
                        try store.sqlite3("SELECT Z_ENT, \(column) FROM \(table) WHERE Z_PK = \(key)")
                            == "\(store.numbers[entity] ?? 0)|\(value.text)",
                        "\(entity).\(attribute.name) in \(column)"
                    )
                }
            }
        }
        return rows
    }

    private func value(of type: String, _ number: Int64) -> (value: DynamicValue, text: String) {
        switch type {
        case "String": (.string("text \(number)"), "text \(number)")
        case "Double": (.double(Double(number) + 0.5), "\(number).5")
        case "Boolean": (.boolean(number % 2 == 0), number % 2 == 0 ? "1" : "0")
        default: (.integer(number), "\(number)")
        }
    }

    private func key(_ row: PersistentIdentifier) throws -> String {
        let text = try #require(String(data: JSONEncoder().encode(row), encoding: .utf8))
        let range = try #require(text.range(of: #""primaryKey":"p[0-9]+""#, options: .regularExpression))
        return String(text[range].filter(\.isNumber))
    }

    /// Sets one relationship, and finds it where it belongs; other relationships stay as they are.
    private func edit(
        _ relationship: RandomCoreDataModel.Relationship,
        _ model: RandomCoreDataModel,
        _ store: AppleStore,
        _ rows: [String: [PersistentIdentifier]]
    ) throws {
        let sources = ([relationship.entity] + model.below(relationship.entity)).flatMap { rows[$0] ?? [] }
        let targets = ([relationship.destination] + model.below(relationship.destination)).flatMap { rows[$0] ?? [] }
        let source = try #require(sources.last)
        let members = relationship.isToMany ? Array(targets.suffix(2)) : [try #require(targets.last)]
        let own = [relationship.key] + (relationship.inverse.map { ["\($0.entity).\($0.name)"] } ?? [])
        let others = model.relationships.filter { !own.contains($0.key) }
        let before = try others.map { try content(of: $0, store) }
        let opened = try DynamicStore(url: store.file, allowsSave: true)
        let value = relationship.isToMany ? DynamicValue.identifiers(members) : .identifier(members[0])
        try opened.save { $0.update(source, [relationship.name: value]) }
        try opened.close()
        #expect(try others.map { try content(of: $0, store) } == before, "\(relationship.key) changed others")

        let place = try #require(store.places[relationship.key])
        let table = try #require(place["table"])
        let owner = try key(source)
        let keys = try members.map(key)
        if let own = place["own"], let other = place["other"] {
            let found = try store.sqlite3("SELECT \(other) FROM \(table) WHERE \(own) = \(owner)")
            #expect(Set(found.split(separator: "\n").map(String.init)) == Set(keys), "\(relationship.key) in \(table)")
        } else if relationship.isToMany {
            let column = try #require(place["column"])
            let found = try store.sqlite3("SELECT Z_PK FROM \(table) WHERE \(column) = \(owner)")
            #expect(Set(found.split(separator: "\n").map(String.init)) == Set(keys), "\(relationship.key) in \(column)")
        } else {
            let column = try #require(place["column"])
            let entity = place["entity"].map { ", \($0)" } ?? ""
            let number = try store.sqlite3(
                "SELECT Z_ENT FROM \(store.tables[relationship.destination] ?? "") WHERE Z_PK = \(keys[0])"
            )
            #expect(
                try store.sqlite3("SELECT \(column)\(entity) FROM \(table) WHERE Z_PK = \(owner)")
                    == keys[0] + (entity.isEmpty ? "" : "|\(number)"),
                "\(relationship.key) in \(column)"
            )
        }
    }

    /// All that a relationship has in the file.
    private func content(of relationship: RandomCoreDataModel.Relationship, _ store: AppleStore) throws -> String {
        let place = try #require(store.places[relationship.key], "\(relationship.key) has no place")
        let columns = ["column", "entity", "own", "other"].compactMap { place[$0] }.joined(separator: ", ")
        let key = place["own"] == nil ? "Z_PK, " : ""
        return try store.sqlite3("SELECT \(key)\(columns) FROM \(place["table"] ?? "") ORDER BY 1, 2")
    }

    private func delete(_ store: AppleStore, _ rows: [String: [PersistentIdentifier]]) throws {
        let opened = try DynamicStore(url: store.file, allowsSave: true)
        defer { try? opened.close() }
        for list in rows.values {
            if let row = list.last { try opened.save { $0.delete(row) } }
        }
        let left = try store.sqlite3(
            "SELECT " + Set(store.tables.values).map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + ")
        )
        #expect(left == "\(rows.count)")
    }
}
