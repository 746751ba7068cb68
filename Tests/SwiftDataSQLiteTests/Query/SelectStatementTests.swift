import Foundation
import SwiftDataCore
import SwiftDataSQL
import Testing

struct SelectStatementTests {
    private let name = QueryNode.root.attribute("name")
    private let days = QueryNode.root.attribute("days")

    private func statement(
        _ entity: String = "Trip",
        query: QueryNode? = nil,
        sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil,
        columns: SelectStatement.Columns = .identifiers,
        includesSubentities: Bool = true
    ) throws -> SelectStatement {
        try SelectStatement(
            layout: SQLModel.layout(),
            dialect: SQLiteDialect(),
            entity: entity,
            storeIdentifier: SQLModel.store,
            query: query,
            sort: sort,
            limit: limit,
            offset: offset,
            columns: columns,
            includesSubentities: includesSubentities
        )
    }

    @Test("A row has its keys and then the columns of its entity and of those below")
    func rows() throws {
        let sql = try statement("Item", columns: .rows()).sql
        #expect(
            sql == "SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZTITLE, t0.ZISDONE, t0.ZTRIP, t0.ZWEIGHT FROM ZITEM t0"
        )
        let part = try statement("Item", columns: .rows(slots: [1])).sql
        #expect(part == "SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZISDONE, t0.ZWEIGHT FROM ZITEM t0")
        let exact = try statement("Item", includesSubentities: false).sql
        #expect(exact.hasSuffix("WHERE t0.Z_ENT = 1"))
    }

    @Test("Sort keys take the collation of their comparison and end with the primary key")
    func sorting() throws {
        let keys = [
            QuerySort(key: name, comparison: .localizedStandard, order: .reverse),
            QuerySort(key: name, comparison: .lexical, order: .forward),
            QuerySort(key: days, comparison: .natural, order: .forward),
            QuerySort(
                key: QueryNode.root.toOne("owner").chain(1) { $0.attribute("name") },
                comparison: .localized,
                order: .forward
            ),
        ]
        #expect(
            try statement(sort: keys, limit: 5, offset: 2).sql == """
                SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 LEFT JOIN ZPERSON t1 ON t1.Z_PK = t0.ZOWNER \
                ORDER BY t0.ZNAME COLLATE OPENSWIFTDATA_LOCALIZED DESC, t0.ZNAME COLLATE OPENSWIFTDATA_CANONICAL, \
                t0.ZDAYS, t1.ZNAME COLLATE OPENSWIFTDATA_LOCALE, t0.Z_PK LIMIT ? OFFSET ?
                """
        )
    }

    @Test("Counting respects limit and offset")
    func counting() throws {
        #expect(try statement(columns: .count).sql == "SELECT COUNT(*) FROM ZTRIP t0")
        #expect(
            try statement(offset: 3, columns: .count).sql
                == "SELECT COUNT(*) FROM (SELECT 1 FROM ZTRIP t0 LIMIT ? OFFSET ?)"
        )
    }

    @Test("What cannot be SQL is left for memory, limit and offset with it, and the rest narrows the rows")
    func residual() throws {
        let tags = QueryNode.collection(.contains(QueryNode.root.attribute("tags"), element: .text("x")))
        let result = try statement(
            query: .and([days.compared(.greater, .int(1)), tags]),
            sort: [QuerySort(key: days, comparison: .natural, order: .forward)],
            limit: 3,
            offset: 1
        )
        #expect(
            result.sql == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0 WHERE t0.ZDAYS > ? ORDER BY t0.ZDAYS, t0.Z_PK"
        )
        #expect(result.needsPaging)
        #expect(result.residualReason == "the encoded attribute tags")
        #expect(result.residualSort.isEmpty)
        let custom = try statement(sort: [QuerySort(key: days, comparison: .custom, order: .forward)], limit: 3)
        #expect(custom.residualSort.count == 1)
        #expect(custom.sql == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTRIP t0")
    }

    @Test("A condition that would overflow the parser's stack is left for memory")
    func depth() throws {
        var node = days.compared(.equal, .int(1))
        for _ in 0..<40 { node = .conditional(QueryConditional(test: node, yes: .true, no: .false)) }
        #expect(try statement(query: node).residual != nil)
        let long = QueryNode.or((0..<2_000).map { days.compared(.equal, .int($0)) })
        #expect(try statement(query: long).residual == nil)
    }

    @Test("Values never become text")
    func bindings() throws {
        let evil = "'; DROP TABLE ZTRIP; --"
        let result = try statement(query: name.compared(.equal, .text(evil)))
        #expect(!result.sql.contains("DROP"))
        guard case .string(evil)? = result.bindings.first?.value else {
            Issue.record("no binding")
            return
        }
    }

    @Test("An entity that is not in the layout is an error")
    func unknownEntity() throws {
        #expect(throws: SwiftDataError.unknownSchema) { try statement("Nothing") }
    }

    @Test("The keys of decimals sort as the decimals do, and are equal for equal ones")
    func decimalKeys() {
        let texts = [
            "-12345678901234567890.5", "-100", "-99.9", "-1", "-0.5", "-0.05", "0", "0.001", "0.05", "0.5", "0.75", "1",
            "1.5", "9", "10", "11", "99.99", "100", "12345678901234567890", "12345678901234567890.5", "1e30",
        ]
        let decimals = texts.compactMap { Decimal(string: $0) }
        let keys = decimals.map(SQLFunctions.decimalKey)
        for (left, right) in zip(keys, keys.dropFirst()) { #expect(left.lexicographicallyPrecedes(right)) }
        #expect(
            SQLFunctions.decimalKey(Decimal(10) / 4)
                == SQLFunctions.decimalKey(Decimal(sign: .plus, exponent: -2, significand: 250))
        )
        #expect(keys.first.map { SQLFunctions.decimalKey(.nan).lexicographicallyPrecedes($0) } == true)
        #expect(Decimal.nan < -1 && Decimal.nan == Decimal.nan)
    }
}
