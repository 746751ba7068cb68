import Foundation
import TestSupport
import Testing

/// The classes generated from stores of random models edit the stores, and `sqlite3` finds every value and every link
/// where a program that shares no code with the library says it must be.
@Suite(
    .enabled(
        if: RandomClasses.canBeMade,
        "needs sqlite3, python3, and swiftc with the modules beside the test bundle"
    )
)
struct RandomClassesTests {
    @Test(arguments: RandomClasses.seeds)
    func generatedClassesEditTheColumnsOfCoreData(_ seed: Int) async throws {
        let classes = try await RandomClasses.current.value
        let one = try #require(classes.cases[seed])
        var edits = RandomClassEdits(one)
        edits.insert(3)
        edits.link(2)
        edits.takeKeys(try classes.run(edits.commands, one))
        try await expect(edits, one, "insertion")

        // Another process edits what the first one has made.
        for handle in edits.handles where handle.hasSuffix("#1") { edits.setValues(handle) }
        edits.link(3)
        edits.show()
        let shown = try classes.run(edits.commands, one)
        try await expect(edits, one, "edits")
        expect(shown, edits, one)

        edits.takeKeys([])
        edits.delete()
        _ = try classes.run(edits.commands, one)
        try await expect(edits, one, "deletion")
    }

    /// Compares all columns, and asks `check`.
    private func expect(_ edits: RandomClassEdits, _ one: RandomClasses.Case, _ step: Comment) async throws {
        let store = one.store
        for (handle, row) in edits.rows {
            let key = try #require(row.key)
            let table = try #require(store.tables[row.entity])
            let properties = row.values.keys.sorted()
            let columns = try properties.map { try #require(store.places[$0]?["column"]) }
            let expected = ["\(store.numbers[row.entity] ?? 0)"] + properties.map { row.values[$0] ?? "" }
            let found = try store.sqlite3(
                "SELECT \((["Z_ENT"] + columns).joined(separator: ", ")) FROM \(table) WHERE Z_PK = \(key)"
            )
            #expect(found == expected.joined(separator: "|"), "\(handle) after \(step)")
        }
        for table in Set(store.tables.values) {
            let count = edits.rows.values.filter { store.tables[$0.entity] == table }.count
            #expect(try store.sqlite3("SELECT count(*) FROM \(table)") == "\(count)", "\(table) after \(step)")
        }
        for relationship in one.model.relationships {
            let expected = try expected(relationship, edits, store)
            #expect(try stored(relationship, store) == expected, "\(relationship.key) after \(step): \(one.model.xml)")
        }
        let check = await tool("check", store.path)
        #expect(check.output == "No problems were found.\n", "\(step): \(one.model.xml)")
    }

    /// The links of a relationship as lines of `sqlite3`.
    private func stored(_ relationship: RandomCoreDataModel.Relationship, _ store: AppleStore) throws -> Set<String> {
        let place = try #require(store.places[relationship.key], "\(relationship.key) has no place")
        let table = try #require(place["table"])
        let statement: String
        if let own = place["own"], let other = place["other"] {
            statement = "SELECT \(own), \(other) FROM \(table)"
        } else {
            let column = try #require(place["column"])
            let entity = place["entity"].map { ", \($0)" } ?? ""
            let columns = relationship.isToMany ? "\(column), Z_PK" : "Z_PK, \(column)\(entity)"
            statement = "SELECT \(columns) FROM \(table) WHERE \(column) IS NOT NULL"
        }
        return Set(try store.sqlite3(statement).split(separator: "\n").map(String.init))
    }

    private func expected(
        _ relationship: RandomCoreDataModel.Relationship,
        _ edits: RandomClassEdits,
        _ store: AppleStore
    ) throws -> Set<String> {
        let hasEntity = !relationship.isToMany && store.places[relationship.key]?["entity"] != nil
        return Set(
            try edits.graph.pairs(relationship).map { pair in
                let owner = try #require(edits.rows[pair.owner]?.key)
                let member = try #require(edits.rows[pair.member])
                let number = hasEntity ? "|\(store.numbers[member.entity] ?? 0)" : ""
                return "\(owner)|\(try #require(member.key))\(number)"
            }
        )
    }

    /// Compares what the classes read.
    private func expect(_ lines: [String], _ edits: RandomClassEdits, _ one: RandomClasses.Case) {
        func name(_ handle: String) -> String {
            edits.rows[handle].map { "\($0.entity) \($0.key ?? "")" } ?? handle
        }
        let types = Dictionary(
            uniqueKeysWithValues: one.model.attributes.map { ("\($0.entity).\($0.name)", $0.type) }
        )
        let values = edits.rows.flatMap { handle, row in
            row.values.map { property, stored -> String in
                let isBoolean = types[property] == "Boolean" && !stored.isEmpty
                let text = isBoolean ? (stored == "1" ? "true" : "false") : stored.isEmpty ? "nil" : stored
                return "value \(name(handle)) \(property) \(text)"
            }
        }
        let links = one.model.relationships.flatMap { relationship in
            edits.graph.pairs(relationship).map { "link \(name($0.owner)) \(relationship.key) \(name($0.member))" }
        }
        #expect(lines.sorted() == (values + links).sorted(), "\(one.model.xml)")
    }
}
