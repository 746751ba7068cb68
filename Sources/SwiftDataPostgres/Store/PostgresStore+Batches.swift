#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore: BatchStore {
    package var storedInverses: StoredInverses? { nil }
    // Another process may have inserted rows with greater keys, and JSON comes back in another form.
    package var facts: StoreFacts { Self.facts }
    private static let facts = StoreFacts.all.subtracting([.keepsRowOrder, .keepsSavedValues])

    package func plan(of sql: String) throws -> [String] {
        var count = 0
        while sql.contains("$\(count + 1)") { count += 1 }
        let values = count == 0 ? "" : "(\(Array(repeating: "NULL", count: count).joined(separator: ", ")))"
        return try reading { connection in
            // The plan is that for any values of the parameters, which NULL would decide otherwise.
            try connection.script(
                "BEGIN; SET LOCAL plan_cache_mode TO force_generic_plan; PREPARE explained AS \(sql)"
            )
            defer { _ = try? connection.script("ROLLBACK; DEALLOCATE explained") }
            let result = try connection.run("EXPLAIN EXECUTE explained\(values)")
            return (0..<result.count).compactMap { result.text($0, 0) }
        }
    }

    package func receiveExternalCommits() { commitWatcher?.lookAndWait(self) }
    package var undescribedCount: Int { commitWatcher?.undescribedCount ?? 0 }
    package var conflictTimeout: Double { 5 }
}
#endif
