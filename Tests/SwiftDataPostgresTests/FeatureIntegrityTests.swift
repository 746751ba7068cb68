#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import TestSupport
import Testing

/// What a store without deferrable constraints checks itself.
@Suite struct FeatureIntegrityTests {
    /// The order of two transactions is decided by the lock of the row that one of them deletes.
    @Test func aReferenceAndADeletionWaitForEachOther() throws {
        try TestServer.$avoided.withValue(.deferrableConstraints) {
            let namespace = try TemporaryNamespace()
            let container = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
            let context = ModelContext(container)
            let clerk = Clerk(name: "A")
            context.insert(clerk)
            try context.save()
            let held = try PostgresConnection(namespace.url)
            try held.script("SET search_path TO \(namespace.name)")
            // Another program deletes the row, and has not committed yet.
            try held.script("BEGIN; DELETE FROM clerk")
            let outcome = Locked<StoreError.Code?>(nil)
            let done = DispatchSemaphore(value: 0)
            let identifier = clerk.persistentModelID
            Thread.detachNewThread {
                let context = ModelContext(container)
                let till = Till(name: "T")
                context.insert(till)
                till.clerk = context.model(for: identifier) as? Clerk
                do { try context.save() } catch { outcome.withLock { $0 = (error as? StoreError)?.code } }
                done.signal()
            }
            #expect(done.wait(timeout: .now() + 0.4) == .timedOut)
            try held.script("COMMIT")
            #expect(done.wait(timeout: .now() + 10) == .success)
            #expect(outcome.withLock { $0 } == .missingRow)
            #expect(try namespace.psql("SELECT count(*) FROM till") == "0")
        }
    }

    /// A chain of values, of which each row takes that of the next one, in whatever order the server updates them.
    @Test func aChainOfRowsPassesItsUniqueValuesOn() throws {
        try TestServer.$avoided.withValue(.deferrableConstraints) {
            let namespace = try TemporaryNamespace()
            let context = ModelContext(
                try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
            )
            let tills = (0..<20).map { Till(name: String(format: "%02d", $0), amount: $0) }
            for till in tills { context.insert(till) }
            try context.save()
            for (place, till) in tills.enumerated() { till.name = String(format: "%02d", (place + 1) % 20) }
            try context.save()
            let expected = (0..<20).map { String(format: "%d:%02d", $0, ($0 + 1) % 20) }.joined(separator: ",")
            let all = "SELECT string_agg(amount || ':' || name, ',' ORDER BY amount) FROM till"
            #expect(try namespace.psql(all) == expected)
            #expect(try namespace.psql("SELECT DISTINCT row_version FROM till") == "2")
            // One value that stays another row's is refused, and nothing is changed.
            tills[0].name = "x"
            tills[1].name = "10"
            #expect(throws: StoreError.self) { try context.save() }
            #expect(try namespace.psql(all) == expected)
        }
    }
}

/// Servers that the store refuses.
@Suite struct ServerRequirementTests {
    @Test(arguments: [(90_624, "9.6"), (130_012, "13"), (120_000, "12")])
    func aServerBeforePostgreSQL14IsRefused(_ version: Int, _ name: String) {
        let error = #expect(throws: StoreError.self) {
            try ServerRequirements.check(version: version, encoding: "UTF8")
        }
        #expect(error?.code == .cannotOpen && error?.message.contains("PostgreSQL \(name),") == true)
    }

    @Test func laterServersWithUTF8AreNotRefused() throws {
        for version in [140_000, 150_018, 180_001] { try ServerRequirements.check(version: version, encoding: "UTF8") }
        // An engine that says that it is an early PostgreSQL.
        try ServerRequirements.check(version: nil, encoding: "UTF-8")
    }

    @Test(arguments: ["LATIN1", "SQL_ASCII"]) func aDatabaseInAnotherEncodingIsRefused(_ encoding: String) throws {
        let server = try PostgresConnection(TestServer.url)
        let name = "encoding_" + UUID().uuidString.lowercased().prefix(8)
        try server.script("CREATE DATABASE \(name) ENCODING '\(encoding)' TEMPLATE template0 LOCALE 'C'")
        defer { _ = try? server.script("DROP DATABASE \(name) WITH (FORCE)") }
        let url = try TestServer.url.replacingOccurrences(of: "/swiftdata?", with: "/\(name)?")
        do {
            _ = try ModelContainer(for: Till.self, Clerk.self, configurations: PostgresConfiguration(url))
            Issue.record("a database in \(encoding) was opened")
        } catch let error as StoreError {
            #expect(error.code == .cannotOpen && error.message.contains(encoding))
        }
        let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        #expect(try PostgresConnection(url).run(tables).integer(0, 0) == 0)
    }
}
#endif
