#if PostgreSQL
import SwiftData
import SwiftDataPostgres

/// 10,000 new items in one save. Their values are there before; the objects are not.
struct InsertWorkload {
    private static let count = 10_000

    private let server: BenchmarkServer
    private let container: ModelContainer
    private let connection: PostgresConnection

    init(_ server: BenchmarkServer) throws {
        self.server = server
        container = try server.container()
        connection = try server.connection()
    }

    func run(_ repeats: Int) throws {
        let values = ItemValues.make(Self.count)
        try measure(.insert, repeats: repeats) {
            try connection.script("TRUNCATE item")
        } work: {
            let context = ModelContext(container)
            for value in values { context.insert(Item(value)) }
            try context.save()
            return 0
        } after: {
            try server.sumOfItems(connection)
        }
    }
}
#endif
