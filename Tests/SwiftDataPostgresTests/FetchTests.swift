#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
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
        let wanted = "ace 3"
        let low = 90.0
        var descriptor = FetchDescriptor<Tide>(
            predicate: #Predicate { $0.place.contains(wanted) && $0.height < low },
            sortBy: [SortDescriptor(\.height, order: .reverse)]
        )
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 1
        let found = try ModelContext(container).fetch(descriptor).map(\.height)
        #expect(found == [73, 63, 53])
        let sql = try #require(statements.all.first)
        #expect(sql.contains("position($1 IN") && sql.contains("< $2") && !sql.contains("LIMIT"))
    }

    @Test func pagesOfAnOrderThatTheServerDoesNotHaveAreRight() throws {
        var descriptor = FetchDescriptor<Tide>(sortBy: [SortDescriptor(\.place), SortDescriptor(\.height)])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 9
        let found = try ModelContext(container).fetch(descriptor).map(\.height)
        #expect(found == [90, 1])
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
