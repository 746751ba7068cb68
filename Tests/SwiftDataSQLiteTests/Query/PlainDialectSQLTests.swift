import Foundation
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

/// Conditions in the SQL of a database with few functions and plain names: what is exact, what narrows and what is left.
struct PlainDialectSQLTests {
    private let name = QueryNode.root.attribute("name")
    private let note = QueryNode.root.attribute("note")
    private let days = QueryNode.root.attribute("days")

    private func statement(_ query: QueryNode, sort: [QuerySort] = [], limit: Int? = nil) throws -> SelectStatement {
        try SelectStatement(
            layout: SQLModel.layout(names: PlainNames()),
            dialect: PlainDialect(),
            entity: "Trip",
            storeIdentifier: SQLModel.store,
            query: query,
            sort: sort,
            limit: limit,
            columns: .identifiers
        )
    }

    /// The condition of a statement, and whether something is left for memory.
    private func condition(_ query: QueryNode) throws -> (sql: String, isExact: Bool) {
        let statement = try statement(query)
        let sql = statement.sql.dropFirst(#"SELECT t0."id", t0."entity" FROM "Trip" t0"#.count)
        return (String(sql.hasPrefix(" WHERE ") ? sql.dropFirst(7) : sql), statement.residual == nil)
    }

    private func expect(
        _ query: QueryNode,
        _ sql: String,
        isExact: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (found, foundExact) = try condition(query)
        #expect(found == sql, sourceLocation: sourceLocation)
        #expect(foundExact == isExact, sourceLocation: sourceLocation)
    }

    private var hasPort: QueryNode { .text(.binary(.contains, name, .text("port"))) }
    private var isLong: QueryNode { days.compared(.greater, .int(3)) }
    private var hasLength: QueryNode { .text(.unary(.count, name)).compared(.greater, .int(3)) }

    @Test("A question is exact, narrows the rows or is left for memory")
    func answers() throws {
        try expect(isLong, #"t0."days" > ?"#, isExact: true)
        try expect(hasPort, #"(instr(t0."name", ?) > 0)"#, isExact: false)
        try expect(hasLength, "", isExact: false)
        try expect(
            .text(.binary(.startsWith, name, .text("a"))),
            #"((t0."name" >= ? AND t0."name" < ?))"#,
            isExact: false
        )
    }

    @Test("Of an AND the operands that narrow are kept")
    func conjunction() throws {
        try expect(.and([isLong, hasPort]), #"t0."days" > ? AND (instr(t0."name", ?) > 0)"#, isExact: false)
        try expect(.and([hasLength, isLong]), #"t0."days" > ?"#, isExact: false)
        let nested = QueryNode.or([.and([hasLength, isLong]), hasPort])
        try expect(nested, #"(t0."days" > ? OR (instr(t0."name", ?) > 0))"#, isExact: false)
    }

    @Test("An OR narrows where all its operands do")
    func disjunction() throws {
        try expect(.or([isLong, hasPort]), #"(t0."days" > ? OR (instr(t0."name", ?) > 0))"#, isExact: false)
        try expect(.or([isLong, hasLength]), "", isExact: false)
    }

    @Test("The opposite of a condition that narrows is none")
    func negation() throws {
        try expect(.not(isLong), #"NOT (t0."days" > ?)"#, isExact: true)
        try expect(.not(hasPort), "", isExact: false)
        try expect(.logic(.not(.not(hasPort))), "", isExact: false)
        try expect(.and([.not(hasPort), isLong]), #"t0."days" > ?"#, isExact: false)
        try expect(hasPort.compared(.equal, .false), "", isExact: false)
        try expect(hasPort.compared(.notEqual, .true), "", isExact: false)
    }

    @Test("A condition that is compared with true, or false where it is nil, narrows as it does by itself")
    func truth() throws {
        let part = note.chain(1) { .text(.binary(.contains, $0, .text("port"))) }
        let narrowing = #"(instr(t0."note", ?) > 0)"#
        try expect(part.compared(.equal, .true), narrowing, isExact: false)
        try expect(.optional(.coalesce(part, fallback: .false)), narrowing, isExact: false)
        try expect(.optional(.coalesce(part, fallback: .true)), "", isExact: false)
        try expect(hasPort.compared(.equal, .true), #"(instr(t0."name", ?) > 0)"#, isExact: false)
        try expect(part.compared(.equal, .optional(.coalesce(part, fallback: .false))), "", isExact: false)
    }

    @Test("Elements that are tested may be too many for contains, and for nothing else")
    func elements() throws {
        let items = QueryNode.root.toMany("items")
        let item = QueryVariable(number: 1)
        let test = QueryNode.text(.binary(.contains, QueryNode.variable(item).attribute("title"), .text("port")))
        let some = items.contains(1) { _ in test }
        try expect(
            some,
            #"EXISTS (SELECT 1 FROM "Item" t1 WHERE t1."trip_id" = t0."id" AND (instr(t1."title", ?) > 0))"#,
            isExact: false
        )
        try expect(.not(some), "", isExact: false)
        try expect(.collection(.allSatisfy(items, variable: item, test: test)), "", isExact: false)
        let found = QueryNode.collection(.filter(items, variable: item, test: test))
        try expect(.collection(.isEmpty(found)), "", isExact: false)
        try expect(QueryNode.collection(.count(found)).compared(.greater, .int(1)), "", isExact: false)
    }

    @Test("An order that the database does not have is left for memory, and the limit with it")
    func orders() throws {
        func ordered(_ key: QueryNode) throws -> SelectStatement {
            try statement(
                isLong,
                sort: [QuerySort(key: key, comparison: .natural, order: .reverse)],
                limit: 3
            )
        }
        let sorted = try ordered(days)
        #expect(sorted.sql.hasSuffix(#" ORDER BY t0."days" DESC, t0."id" LIMIT ?"#))
        #expect(!sorted.needsPaging)
        let unsorted = try ordered(name)
        #expect(unsorted.sql.hasSuffix(#"WHERE t0."days" > ?"#))
        #expect(unsorted.residualSort.count == 1)
    }

    @Test("Tables, keys and joins have the names of their layout")
    func names() throws {
        let layout = try SQLModel.layout(names: PlainNames())
        let create = try #require(layout.creation.entityTables.first { $0.hasPrefix(#"CREATE TABLE "Person""#) })
        #expect(
            create == #"CREATE TABLE "Person" ( "id" INTEGER PRIMARY KEY, "entity" INTEGER, "version" INTEGER, "#
                + #""name" VARCHAR, "nickname" VARCHAR )"#
        )
        let guest = QueryNode.root.toMany("guests").contains(1) {
            $0.attribute("name").compared(.equal, .text("Anna"))
        }
        let owner = QueryNode.root.toOne("owner").chain(2) { $0.attribute("name") }.compared(.equal, .text("Anna"))
        let sql = try statement(.and([guest, owner])).sql
        #expect(!sql.contains("Z_"))
        #expect(sql.contains(#"LEFT JOIN "Person" "#) && sql.contains(#"."id" = t0."owner_id""#))
    }
}
