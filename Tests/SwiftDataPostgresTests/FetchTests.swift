#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import SwiftDataSQL
import Testing

@Model final class Tide {
    var place: String
    var height: Double
    var date: Date

    init(place: String, height: Double, date: Date) {
        self.place = place
        self.height = height
        self.date = date
    }
}

/// What the server decides of a fetch, and what is left for memory.
@Suite struct FetchTests {
    private let namespace: TemporaryNamespace
    private let container: ModelContainer
    private let statements = Statements()

    init() throws {
        namespace = try TemporaryNamespace()
        container = try ModelContainer(for: Tide.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        for number in 0..<100 {
            let date = Date(timeIntervalSinceReferenceDate: Double(number) + 0.000_001)
            context.insert(Tide(place: "Place \(number % 10)", height: Double(number), date: date))
        }
        try context.save()
        let statements = statements
        (container.core.stores.first?.object as? PostgresStore)?.statementObserver = { statements.note($0) }
    }

    private func count(_ predicate: Predicate<Tide>) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
    }

    /// A constant between two microseconds, at each side of a date that is stored.
    @Test(arguments: [-0.000_000_4, 0.000_000_4]) func datesBetweenMicrosecondsAreComparedByTheServer(
        _ distance: Double
    ) throws {
        let constant = Date(timeIntervalSinceReferenceDate: 50.000_001 + distance)
        let all = (0..<100).map { Date(timeIntervalSinceReferenceDate: Double($0) + 0.000_001) }
        #expect(try count(#Predicate { $0.date < constant }) == all.filter { $0 < constant }.count)
        #expect(try count(#Predicate { $0.date <= constant }) == all.filter { $0 <= constant }.count)
        #expect(try count(#Predicate { $0.date > constant }) == all.filter { $0 > constant }.count)
        #expect(try count(#Predicate { $0.date >= constant }) == all.filter { $0 >= constant }.count)
        #expect(try count(#Predicate { constant < $0.date }) == all.filter { constant < $0 }.count)
        #expect(try count(#Predicate { constant >= $0.date }) == all.filter { constant >= $0 }.count)
        #expect(statements.all.count == 6 && statements.all.allSatisfy { $0.hasPrefix("SELECT COUNT(*)") })
        #expect(try count(#Predicate { $0.date == constant }) == 0)
        #expect(try count(#Predicate { $0.date != constant }) == 100)
    }

    @Test func theServerNarrowsAndMemoryDecides() throws {
        let wanted = "ACE 3"
        let low = 90.0
        var descriptor = FetchDescriptor<Tide>(
            predicate: #Predicate { $0.place.localizedStandardContains(wanted) && $0.height < low },
            sortBy: [SortDescriptor(\.height, order: .reverse)]
        )
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 1
        let found = try ModelContext(container).fetch(descriptor).map(\.height)
        #expect(found == [73, 63, 53])
        let sql = try #require(statements.all.first)
        #expect(sql.contains("< $1") && !sql.contains("LIMIT"))
    }

    @Test func theServerFindsCharactersAndCountsAPage() throws {
        let wanted = "ace 3"
        var descriptor = FetchDescriptor<Tide>(
            predicate: #Predicate { $0.place.contains(wanted) },
            sortBy: [SortDescriptor(\.height)]
        )
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 3
        #expect(try ModelContext(container).fetch(descriptor).map(\.height) == [13, 23, 33])
        #expect(try ModelContext(container).fetchCount(descriptor) == 3)
        #expect(statements.all.allSatisfy { $0.contains("position($1 IN") && $0.contains("LIMIT") })
    }

    @Test func anAggregateIsOneStatement() throws {
        let context = ModelContext(container)
        let (count, least) = try context.aggregate(Tide.self, .count, .min(\.height))
        #expect(count == 100 && least == 0)
        #expect(try context.groups(Tide.self, by: \.place, .count).map(\.1) == Array(repeating: 10, count: 10))
        #expect(
            statements.all.count == 2 && statements.all[0].contains("MIN(") && statements.all[1].contains("GROUP BY 1")
        )
    }

    /// A statement that the server refuses or cannot calculate is no error of the fetch.
    @Test(arguments: ["no_such_function(1)", "1 = 'a'::bytea", "1 / 0 = 1", "sqrt(-1) = 1"])
    func memoryDecidesWhatTheServerRefuses(_ condition: String) throws {
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        store.dialect = FailingDialect(condition: SQLFragment(condition))
        let wanted = "ace 3"
        var descriptor = FetchDescriptor<Tide>(
            predicate: #Predicate { $0.place.contains(wanted) },
            sortBy: [SortDescriptor(\.height, order: .reverse)]
        )
        let context = ModelContext(container)
        #expect(try context.fetchCount(descriptor) == 10)
        #expect(try context.fetchIdentifiers(descriptor).count == 10)
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.height) == [83, 73])
        #expect(store.refusalCount == 3)
    }

    @Test func pagesOfAnOrderThatTheServerDoesNotHaveAreRight() throws {
        var descriptor = FetchDescriptor<Tide>(sortBy: [SortDescriptor(\.place), SortDescriptor(\.height)])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 9
        let found = try ModelContext(container).fetch(descriptor).map(\.height)
        #expect(found == [90, 1])
    }
}

/// A dialect with a wrong answer to every question about strings.
private struct FailingDialect: SQLDialect {
    let condition: SQLFragment
    private var base: PostgresDialect { PostgresDialect() }

    var limits: SQLLimits { base.limits }
    func literal(_ truth: Bool) -> SQLFragment { base.literal(truth) }
    func same(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { base.same(lhs, rhs) }
    func different(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment { base.different(lhs, rhs) }
    func isNumber(_ operand: SQLFragment) -> SQLFragment { base.isNumber(operand) }
    func isNaN(_ operand: SQLFragment) -> SQLFragment { base.isNaN(operand) }
    func page(limit: Int?, offset: Int?) -> SQLFragment { base.page(limit: limit, offset: offset) }
    func order(_ key: SQLFragment, _ sort: QuerySort, _ kind: AttributeKind) -> SQLFragment? {
        base.order(key, sort, kind)
    }
    func text(_ op: QueryText.Operator, _ lhs: SQLFragment, _ rhs: SQLFragment, plain: String?) -> SQLAnswer {
        .exact("(\(condition))")
    }
}

/// The statements that a store has run.
private final class Statements: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String] = []

    var all: [String] { lock.withLock { noted } }
    func note(_ sql: String) { lock.withLock { noted.append(sql) } }
}
#endif
