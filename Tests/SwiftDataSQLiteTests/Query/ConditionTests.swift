import Foundation
import SwiftDataCore
import SwiftDataSQL
import Testing

/// The SQL that each node becomes. What it means is tested against a real store.
struct ConditionTests {
    private func condition(_ node: QueryNode, entity: String = "Trip") throws -> String {
        let statement = try SelectStatement(
            layout: SQLModel.layout(),
            dialect: SQLiteDialect(),
            entity: entity,
            storeIdentifier: SQLModel.store,
            query: node,
            columns: .identifiers
        )
        #expect(statement.residual == nil)
        let start = "SELECT t0.Z_PK, t0.Z_ENT FROM Z\(entity.uppercased()) t0 WHERE "
        return statement.sql.hasPrefix(start) ? String(statement.sql.dropFirst(start.count)) : statement.sql
    }

    private let root = QueryNode.root
    private var name: QueryNode { root.attribute("name") }
    private var note: QueryNode { root.attribute("note") }

    @Test("Equality uses = where NULL cannot tell it from IS, so that indices serve")
    func equality() throws {
        #expect(try condition(name.compared(.equal, .text("a"))) == "t0.ZNAME = ?")
        #expect(try condition(note.compared(.equal, .text("a"))) == "t0.ZNOTE = ?")
        #expect(try condition(.not(note.compared(.equal, .text("a")))) == "NOT (t0.ZNOTE IS ?)")
        #expect(try condition(note.compared(.notEqual, .text("a"))) == "t0.ZNOTE IS NOT ?")
        #expect(try condition(note.compared(.equal, .nil)) == "t0.ZNOTE IS NULL")
        #expect(try condition(note.compared(.notEqual, .nil)) == "t0.ZNOTE IS NOT NULL")
    }

    @Test("Text that other bytes are equal to is compared canonically")
    func canonicalEquality() throws {
        #expect(try condition(name.compared(.equal, .text("é"))) == "t0.ZNAME IN (?, ?, ?)")
        #expect(try condition(name.compared(.notEqual, .text("K"))) == "NOT (t0.ZNAME IN (?, ?))")
        #expect(try condition(note.compared(.notEqual, .text("K"))) == "(t0.ZNOTE IS NULL OR NOT (t0.ZNOTE IN (?, ?)))")
        #expect(try condition(name.compared(.equal, .text("日本"))) == "t0.ZNAME = ?")
        let many = QueryNode.text(String(repeating: "é", count: 10))
        let ranges = Array(repeating: "(t0.ZNAME >= ? AND t0.ZNAME < ?)", count: 9).joined(separator: " OR ")
        #expect(
            try condition(name.compared(.equal, many))
                == "((\(ranges)) AND t0.ZNAME = ? COLLATE OPENSWIFTDATA_CANONICAL)"
        )
        #expect(try condition(name.compared(.less, .text("a"))) == "t0.ZNAME < ? COLLATE OPENSWIFTDATA_CANONICAL")
    }

    @Test("NaN, which is text in the file, is not greater than a number")
    func notANumber() throws {
        let five = QueryNode.value(QueryValue(.double(5)))
        let rating = QueryNode.optional(.unwrap(root.attribute("rating")))
        #expect(
            try condition(rating.compared(.greater, five)) == "(t0.ZRATING > ? AND t0.ZRATING <= 9e999)"
        )
        #expect(try condition(rating.compared(.less, five)) == "t0.ZRATING < ?")
        #expect(try condition(rating.compared(.equal, .value(QueryValue(.double(.nan))))) == "0")
    }

    @Test("Decimals are ordered by their key, behind a range that an index serves")
    func decimals() throws {
        let price = root.attribute("price")
        let one = QueryNode.value(QueryValue(.decimal(1)))
        let keys = "openswiftdata_decimal_key(t0.ZPRICE)"
        #expect(
            try condition(price.compared(.less, one))
                == "((t0.ZPRICE <= ? OR t0.ZPRICE >= '') AND \(keys) < openswiftdata_decimal_key(?))"
        )
        #expect(
            try condition(price.compared(.greaterOrEqual, one))
                == "(t0.ZPRICE >= ? AND \(keys) >= openswiftdata_decimal_key(?))"
        )
        #expect(try condition(price.compared(.less, price)) == "\(keys) < \(keys)")
        #expect(try condition(price.compared(.equal, one)) == "t0.ZPRICE = ?")
    }

    @Test("Chains of && and || are flat")
    func logic() throws {
        let tests = (1...3).map { root.attribute("days").compared(.equal, .int($0)) }
        #expect(try condition(.and(tests)) == "t0.ZDAYS = ? AND t0.ZDAYS = ? AND t0.ZDAYS = ?")
        #expect(try condition(.or(tests)) == "(t0.ZDAYS = ? OR t0.ZDAYS = ? OR t0.ZDAYS = ?)")
        #expect(try condition(root.attribute("isOpen")) == "t0.ZISOPEN = 1")
    }

    @Test("An operand that may fail keeps those behind it from deciding")
    func failingOperands() throws {
        let divided = QueryNode.arithmetic(.binary(.divide, .int64, .int(10), root.attribute("days")))
        let failing = divided.compared(.equal, .int(5))
        let open = root.attribute("isOpen")
        #expect(
            try condition(.or([failing, open])) == """
                (CASE openswiftdata_arithmetic('divide', 'int64', ?, t0.ZDAYS) = ? WHEN 1 THEN 1 \
                WHEN 0 THEN t0.ZISOPEN = 1 END)
                """
        )
    }

    @Test("A to-one relationship is joined once, and only when a property of it is read")
    func toOne() throws {
        let owner = root.toOne("owner")
        #expect(try condition(owner.compared(.equal, .nil)) == "t0.ZOWNER IS NULL")
        #expect(try condition(owner.compared(.equal, .model(SQLModel.id("Person", 7)))) == "t0.ZOWNER = ?")
        let both = QueryNode.and([
            owner.chain(1) { $0.attribute("name") }.compared(.equal, .text("a")),
            owner.chain(2) { $0.attribute("nickname") }.compared(.equal, .nil),
        ])
        #expect(
            try condition(both) == """
                SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZOWNER \
                WHERE t1.ZNAME = ? AND t1.ZNICKNAME IS NULL
                """
        )
    }

    @Test("Identifiers that no row can have match nothing")
    func foreignIdentifiers() throws {
        let elsewhere = QueryNode.model(SQLModel.id("Trip", 1, store: "OTHER"))
        let other = QueryNode.model(SQLModel.id("Person", 1))
        let unsaved = QueryNode.model(
            PersistentIdentifier(space: .named(store: nil, entity: "Trip"), key: .temporary(TemporaryKey()))
        )
        for node in [elsewhere, other, unsaved] {
            #expect(try condition(QueryNode.identifier(root).compared(.equal, node)) == "0")
            #expect(try condition(QueryNode.identifier(root).compared(.notEqual, node)) == "1")
        }
        let own = QueryNode.model(SQLModel.id("Trip", 1))
        #expect(try condition(QueryNode.identifier(root).compared(.equal, own)) == "t0.Z_PK = ?")
    }

    @Test("To-many relationships are subqueries")
    func toMany() throws {
        let items = root.toMany("items")
        #expect(
            try condition(items.contains(1) { $0.attribute("isDone") })
                == "EXISTS (SELECT 1 FROM ZITEM t1 WHERE t1.ZTRIP = t0.Z_PK AND t1.ZISDONE = 1)"
        )
        #expect(
            try condition(.collection(.isEmpty(items)))
                == "NOT EXISTS (SELECT 1 FROM ZITEM t1 WHERE t1.ZTRIP = t0.Z_PK)"
        )
        #expect(
            try condition(QueryNode.collection(.count(items)).compared(.greater, .int(2)))
                == "(SELECT COUNT(*) FROM ZITEM t1 WHERE t1.ZTRIP = t0.Z_PK) > ?"
        )
        let done = QueryCollection.allSatisfy(
            items,
            variable: QueryVariable(number: 1),
            test: QueryNode.variable(QueryVariable(number: 1)).attribute("isDone")
        )
        #expect(
            try condition(.collection(done))
                == "NOT EXISTS (SELECT 1 FROM ZITEM t1 WHERE t1.ZTRIP = t0.Z_PK AND NOT (t1.ZISDONE = 1))"
        )
    }

    @Test("A many-to-many relationship goes through its join table")
    func manyToMany() throws {
        let sql = try condition(root.toMany("guests").contains(1) { $0.attribute("name").compared(.equal, .text("a")) })
        #expect(sql.contains("JOIN ZPERSON t1 ON t1.Z_PK = t2."))
        #expect(sql.contains("= t0.Z_PK AND t1.ZNAME = ?)"))
    }

    @Test("Short lists are written out, long ones are one binding")
    func lists() throws {
        let days = root.attribute("days")
        func list(_ count: Int64) -> QueryNode {
            .collection(.contains(.list((0..<count).map { QueryValue(.integer($0)) }), element: days))
        }
        #expect(try condition(list(0)) == "0")
        #expect(try condition(list(3)) == "t0.ZDAYS IN (?, ?, ?)")
        #expect(try condition(list(100_000)) == "t0.ZDAYS IN (SELECT value FROM json_each(?))")
        let optionals = QueryCollection.contains(.list([QueryValue(.string("a")), QueryValue(.null)]), element: note)
        #expect(try condition(.collection(optionals)) == "(t0.ZNOTE IS NULL OR t0.ZNOTE IN (?))")
    }

    @Test("Long lists of what JSON has no exact form for go through a function of ours, and an index still serves")
    func exactLists() throws {
        let code = root.attribute("code")
        let codes = (0..<200).map { _ in QueryValue(.uuid(UUID())) }
        #expect(
            try condition(.collection(.contains(.list(codes), element: code)))
                == "t0.ZCODE IN (SELECT openswiftdata_element(value, 'uuid') FROM json_each(?))"
        )
        let homes = (0..<200).map { QueryValue(.composite([.string("x"), .integer($0)])) }
        #expect(
            try condition(.collection(.contains(.list(homes), element: root.attribute("home")))) == """
                (((t0.ZCITY COLLATE OPENSWIFTDATA_CANONICAL, t0.ZZIP) IN (SELECT json_extract(value, '$[0]'), \
                json_extract(value, '$[1]') FROM json_each(?))))
                """
        )
    }

    @Test("Deep conditions are put side by side")
    func deepConditions() throws {
        let days = root.attribute("days")
        let node = (1...41).reduce(days.compared(.equal, .int(0))) { node, number in
            let test = days.compared(.equal, .int(Int64(number)))
            return number % 2 == 0 ? .and([test, node]) : .or([test, node])
        }
        let sql = try condition(node)
        #expect(sql.hasPrefix("(CASE WHEN t0.ZDAYS = ? THEN 1 WHEN NOT (t0.ZDAYS = ?) THEN 0 WHEN t0.ZDAYS"))
        #expect(SQLFragment(sql).depth < 5)
    }

    @Test("A part that cannot be SQL inside a condition leaves the rest of it to narrow the rows")
    func widened() throws {
        let open = root.attribute("isOpen")
        let unknown = QueryNode.unsupported(QueryUnsupported("something"))
        let either = QueryNode.or([.and([open, unknown]), root.attribute("days").compared(.equal, .int(1))])
        func statement(_ node: QueryNode) throws -> SelectStatement {
            try SelectStatement(
                layout: SQLModel.layout(),
                dialect: SQLiteDialect(),
                entity: "Trip",
                storeIdentifier: nil,
                query: node,
                columns: .identifiers
            )
        }
        let widened = try statement(either)
        #expect(widened.sql.hasSuffix("WHERE (t0.ZISOPEN = 1 OR t0.ZDAYS = ?)"))
        #expect(widened.residual != nil)
        #expect(widened.residualReason == "something")
        let opposite = try statement(.not(either))
        #expect(!opposite.sql.contains("WHERE"))
        #expect(opposite.residual != nil)
    }

    @Test("Composite values are compared leaf by leaf")
    func composites() throws {
        let home = root.attribute("home")
        #expect(try condition(home.compared(.equal, .nil)) == "(t0.ZCITY IS NULL AND t0.ZZIP IS NULL)")
        let value = QueryNode.value(QueryValue(.composite([.string("x"), .null])))
        #expect(
            try condition(home.compared(.equal, value))
                == "(t0.ZCITY IS ? AND t0.ZZIP IS NULL)"
        )
        let zip = home.chain(1) { .property(QueryProperty(base: $0, entityName: nil, name: "zip", role: .attribute)) }
        #expect(try condition(zip.compared(.equal, .int(1))) == "t0.ZZIP = ?")
    }

    @Test("Questions about strings are functions of ours")
    func strings() throws {
        #expect(
            try condition(.text(.binary(.contains, name, .text("a"))))
                == "(instr(t0.ZNAME, ?) > 0 AND openswiftdata_contains(t0.ZNAME, ?))"
        )
        #expect(
            try condition(.text(.binary(.startsWith, name, .text("ab"))))
                == "(t0.ZNAME >= ? AND t0.ZNAME < ? AND openswiftdata_starts_with(t0.ZNAME, ?))"
        )
        #expect(
            try condition(.text(.binary(.startsWith, name, .text("K")))) == """
                (((t0.ZNAME >= ? AND t0.ZNAME < ?) OR (t0.ZNAME >= ? AND t0.ZNAME < ?)) \
                AND openswiftdata_starts_with(t0.ZNAME, ?))
                """
        )
        let chained = note.chain(1) { .text(.binary(.localizedStandardContains, $0, .text("a"))) }
        #expect(try condition(chained.compared(.equal, .true)) == "openswiftdata_localized_contains(t0.ZNOTE, ?)")
        #expect(
            try condition(chained.compared(.notEqual, .true))
                == "openswiftdata_localized_contains(t0.ZNOTE, ?) IS NOT ?"
        )
    }

    @Test("Entities that share a table are told apart")
    func inheritance() throws {
        #expect(try condition(.true, entity: "Item") == "1")
        let statement = try SelectStatement(
            layout: SQLModel.layout(),
            dialect: SQLiteDialect(),
            entity: "Tool",
            storeIdentifier: nil
        )
        #expect(statement.sql.contains("FROM ZITEM t0 WHERE t0.Z_ENT IN ("))
        let isTool = QueryNode.cast(QueryCast(.check, .root, entityName: "Tool"))
        #expect(try condition(isTool, entity: "Item").hasPrefix("t0.Z_ENT IN ("))
    }
}
