#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

/// The upgrade of stores of earlier layouts, beside other programs.
@Suite struct LayoutUpgradeTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private let layout = "SELECT layout_version, generation FROM swiftdata_store"

    private func makeStore(hasArrays: Bool) throws {
        guard !hasArrays else { return try LayoutTests().makeStore(namespace) }
        _ = try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
        _ = try namespace.psql(
            "ALTER TABLE swiftdata_store DROP COLUMN dates, DROP COLUMN keys; UPDATE swiftdata_store SET layout_version = 3"
        )
    }

    private func open(_ hasArrays: Bool, _ configuration: PostgresConfiguration? = nil) throws -> ModelContainer {
        let configuration = configuration ?? namespace.configuration()
        return hasArrays
            ? try ModelContainer(for: Basket.self, configurations: configuration)
            : try ModelContainer(for: Till.self, Clerk.self, configurations: configuration)
    }

    /// A connection of another program, in a transaction.
    private func other() throws -> PostgresConnection {
        let connection = try PostgresConnection(namespace.url)
        try connection.script("SET search_path TO \(namespace.name)")
        try connection.script("SET lock_timeout TO 5000")
        try connection.script("BEGIN")
        return connection
    }

    private func sharedLock() throws -> String {
        let identifier = try namespace.psql("SELECT upper(identifier::text) FROM swiftdata_store")
        return "SELECT pg_advisory_xact_lock_shared(1937204853, hashtext('\(identifier)'))"
    }

    /// Waits for a lock that is waited for.
    private func waitForLock(_ condition: String) async throws {
        for _ in 0..<500 {
            if try namespace.psql("SELECT count(*) FROM pg_locks WHERE NOT granted AND \(condition)") != "0" { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("nothing waits for the lock")
    }

    @Test(arguments: [true, false]) func aSaveThatIsUnderWayEndsBeforeTheUpgrade(_ hasArrays: Bool) async throws {
        try makeStore(hasArrays: hasArrays)
        let save = try other()
        try save.script(try sharedLock())
        async let opened = Task.detached { try open(hasArrays) }.value
        try await waitForLock("locktype = 'advisory' AND classid = 1937204853")
        try save.script("SET LOCAL lock_timeout TO 500")
        try save.script("SELECT 1 / (generation = 1)::integer FROM swiftdata_store")
        try save.script("COMMIT")
        _ = try await opened
        #expect(try namespace.psql(layout) == (hasArrays ? "4|2" : "4|1"))
    }

    @Test func aDeadlockOfTheUpgradeIsTriedAgain() async throws {
        try makeStore(hasArrays: true)
        let (program, lock) = (try other(), try sharedLock())
        try program.script("LOCK TABLE basket IN ACCESS SHARE MODE")
        async let opened = Task.detached { try open(true) }.value
        try await waitForLock("relation = '\(namespace.name).basket'::regclass")
        try program.script(lock)
        try program.script("COMMIT")
        _ = try await opened
        #expect(try namespace.psql(layout) == "4|2")
    }

    @Test func aTableThatStaysInUseIsALockedStore() async throws {
        try makeStore(hasArrays: true)
        let program = try other()
        try program.script("LOCK TABLE basket IN ACCESS SHARE MODE")
        do {
            _ = try open(true)
            Issue.record("a table in use was converted")
        } catch let error as StoreError {
            #expect(error.code == .locked && error.message.contains("Open the store again"))
        }
        try program.script("COMMIT")
        #expect(try namespace.psql(layout) == "3|1")
    }

    @Test(arguments: [
        "CREATE VIEW seen AS SELECT texts FROM basket",
        "ALTER TABLE basket ADD COLUMN length integer GENERATED ALWAYS AS (jsonb_array_length(texts)) STORED",
        "CREATE INDEX own ON basket USING gin (texts jsonb_path_ops)",
    ])
    func whatNeedsAColumnOfArraysIsNamedAsTheReason(_ sql: String) throws {
        try makeStore(hasArrays: true)
        _ = try namespace.psql(sql)
        do {
            _ = try open(true)
            Issue.record("the store was opened")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.propertyName == "texts")
            #expect(error.message.contains("such as a view") && !error.message.contains("Correct it"))
        }
        #expect(try namespace.psql(layout) == "3|1")
    }

    @Test func arraysOfTheSecondLayoutAreConverted() throws {
        try makeStore(hasArrays: true)
        let fresh = try TemporaryNamespace()
        _ = try LayoutTests().container(fresh)
        let fingerprint = try fresh.psql(
            "SELECT regexp_replace(fingerprint, '(\\w+) [^,()]*(\\([^()]*\\))?\\[\\]', '\\1 jsonb', 'g') FROM swiftdata_store"
        )
        _ = try namespace.psql(
            "ALTER TABLE swiftdata_store DROP COLUMN model, DROP COLUMN generation; "
                + "UPDATE swiftdata_store SET layout_version = 2, fingerprint = '\(fingerprint)'"
        )
        _ = try open(true)
        #expect(try namespace.psql(layout) == "4|2")
        let sql = "SELECT fingerprint FROM swiftdata_store"
        #expect(try namespace.psql(sql) == fresh.psql(sql))
    }

    @Test(arguments: [true, false]) func aRoleThatMayNotAlterTables(_ hasArrays: Bool) throws {
        try makeStore(hasArrays: hasArrays)
        let role = "clerk_\(namespace.name.suffix(8))"
        _ = try namespace.psql(
            "CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(namespace.name) TO \(role); GRANT SELECT, INSERT, UPDATE, DELETE "
                + "ON ALL TABLES IN SCHEMA \(namespace.name) TO \(role); GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(role)"
        )
        defer { _ = try? namespace.psql("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let url = namespace.url.replacingOccurrences(of: "postgres@", with: "\(role)@")
        let configuration = PostgresConfiguration(url, namespace: namespace.name)
        do {
            let context = ModelContext(try open(hasArrays, configuration))
            #expect(!hasArrays)
            context.insert(Till(name: "A"))
            try context.save()
            #expect(try namespace.psql("SELECT name FROM till") == "A")
        } catch let error as StoreError where hasArrays {
            #expect(error.code == .cannotOpen && error.message.contains("with the role that owns the tables"))
        }
        #expect(try namespace.psql(layout) == "3|1")
        // The role that owns the tables brings them up to date.
        _ = try open(hasArrays)
        #expect(try namespace.psql(layout) == (hasArrays ? "4|2" : "4|1"))
    }

    @Test func tablesThatAppearDuringAnOpeningAreOpenedUnderTheirOwnLock() async throws {
        let program = try other()
        try program.script("SELECT pg_advisory_xact_lock(1937204852, hashtext('\(namespace.name)'))")
        async let opened = Task.detached { try open(false) }.value
        try await waitForLock("locktype = 'advisory' AND classid = 1937204852")
        var configuration = namespace.configuration()
        configuration.avoidedFeatures = .advisoryLocks
        _ = try open(false, configuration)
        _ = try namespace.psql(
            "ALTER TABLE swiftdata_store DROP COLUMN dates, DROP COLUMN keys; UPDATE swiftdata_store SET layout_version = 3"
        )
        let opening = try other()
        try opening.script("SELECT 1 FROM swiftdata_lock WHERE name = 'opening' FOR UPDATE")
        try program.script("COMMIT")
        try await Task.sleep(for: .seconds(1))
        #expect(try namespace.psql(layout) == "3|1")
        try opening.script("COMMIT")
        _ = try await opened
        #expect(try namespace.psql(layout) == "4|1")
    }

    @Test func anUpgradeOfArraysIsToldToOtherProcesses() throws {
        try makeStore(hasArrays: true)
        let channel = try namespace.psql("SELECT 'swiftdata_' || identifier FROM swiftdata_store")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["psql", "-X", "-A", "-t", "-d", namespace.url]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data("LISTEN \"\(channel)\"; SELECT 'listens';\n".utf8))
        var heard = ""
        while !heard.contains("listens") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            heard += String(decoding: data, as: UTF8.self)
        }
        _ = try open(true)
        input.fileHandleForWriting.write(Data("SELECT 'ends';\n".utf8))
        try input.fileHandleForWriting.close()
        heard += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(heard.contains("Asynchronous notification \"\(channel)\""))
    }
}
#endif
