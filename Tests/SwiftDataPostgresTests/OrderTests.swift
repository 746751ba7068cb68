#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

@Model final class Buoy {
    var name: String

    init(name: String) { self.name = name }
}

/// Orders of rows.
@Suite struct OrderTests {
    @Test func batchesKeepAnOrderThatTheServerDoesNotHave() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Buoy.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        for name in "dbacefhgji" { context.insert(Buoy(name: String(name))) }
        try context.save()
        let fresh = ModelContext(container)
        let order = [SortDescriptor<Buoy>(\.name)]
        let results = try fresh.fetch(FetchDescriptor(sortBy: order), batchSize: 3)
        #expect(results.map(\.name).joined() == "abcdefghij")
    }
}
#endif
