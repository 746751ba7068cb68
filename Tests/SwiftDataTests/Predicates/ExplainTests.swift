import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// The explanations that the default store gives of fetches.
struct ExplainTests {
    private let container: ModelContainer

    init() throws {
        container = try Fleet.container()
    }

    private func explanation(_ descriptor: FetchDescriptor<Voyage>) throws -> QueryExplanation {
        try ModelContext(container).explanation(of: descriptor)
    }

    @Test("A condition that is SQL alone")
    func sql() throws {
        let secret = "secret"
        let result = try explanation(FetchDescriptor(predicate: #Predicate { $0.name == secret && $0.days > 76_543 }))
        #expect(result.isSQLOnly && result.reason == nil)
        #expect(result.sql.contains(#"FROM "ZVOYAGE""#) || result.sql.contains("FROM ZVOYAGE"))
        #expect(result.sql.contains("?") && !result.sql.contains("secret") && !result.sql.contains("76543"))
        #expect(result.plan.contains { $0.contains("SCAN") || $0.contains("SEARCH") })
        #expect(result.description.hasPrefix(result.sql))
        #expect(try container.explanation(of: FetchDescriptor<Voyage>()).sql != result.sql)
    }

    @Test("The page and the order are part of the statement, or of what is left for memory")
    func pages() throws {
        var descriptor = FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.days)])
        descriptor.fetchLimit = 2
        let sorted = try explanation(descriptor)
        #expect(sorted.isSQLOnly)
        #expect(sorted.sql.contains("ORDER BY") && sorted.sql.contains("LIMIT"))
        #expect(sorted.plan.contains { $0.contains("ORDER BY") })
        descriptor.predicate = #Predicate { $0.title == "secret" && $0.days > 3 }
        let filtered = try explanation(descriptor)
        #expect(!filtered.isSQLOnly)
        #expect(!filtered.sql.contains("LIMIT") && filtered.sql.contains("WHERE"))
        #expect(filtered.filterInMemory?.isEmpty == false && filtered.reason?.contains("not stored") == true)
        #expect(!filtered.description.contains("secret"))
    }

    @Test("The steps of a part of the plan stand below it")
    func plan() throws {
        let result = try explanation(FetchDescriptor(predicate: #Predicate { $0.legs.contains { $0.miles > 3 } }))
        #expect(result.plan.first?.hasPrefix(" ") == false)
        #expect(result.plan.contains { $0.hasPrefix("  ") })
    }

    @Test("An explanation runs nothing but itself, and finds nothing out about rows")
    func harmless() throws {
        let context = ModelContext(container)
        context.insert(Voyage("Rome"))
        let result = try context.explanation(of: FetchDescriptor<Voyage>())
        #expect(context.hasChanges)
        #expect(!result.description.contains("Rome"))
    }
}
