#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Stores that are only read, standbys, and roles without rights.
extension ServerSearchTests {
    @Test func aStoreThatIsOnlyReadUsesAnIndexThatIsThere() throws {
        let writer = try context()
        try fill(writer)
        let reader = try context { $0.allowsSave = false }
        try expectReads(reader, -1) {
            let answer = try found(reader, "rose").count
            #expect(answer == 10)
        }
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        #expect(try found(writer, "rose").count == 10)
        try expectReads(reader, 10) {
            let answer = try found(reader, "rose").count
            #expect(answer == 10)
        }
        try fill(writer, 20..<400)
        #expect(try found(reader, "rose").count == 200)
        try writer.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try expectReads(reader, -1) {
            let answer = try found(reader, "rose").count
            #expect(answer == 200)
        }
    }

    @Test func aStandbySearchesByTheIndex() throws {
        let host = try #require(ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_STANDBY"])
        let first = try #require(namespace.url.split(separator: "=").last)
        var configuration = PostgresConfiguration(
            "postgresql://postgres@/swiftdata?host=\(first),\(host)",
            namespace: namespace.name,
            reads: .preferStandby
        )
        configuration.statementTimeout = 20
        let container = try ModelContainer(for: Placard.self, Herb.self, Fern.self, configurations: configuration)
        let context = ModelContext(container)
        try fill(context, 0..<300)
        try expectReads(context, 150) {
            let answer = try found(context, "rose").count
            #expect(answer == 150)
        }
        try fill(context, 300..<302)
        #expect(try found(context, "rose").count == 151)
        let alone = try PostgresConnection(namespace.url.replacing("host=\(first)", with: "host=\(host)"))
        #expect(try alone.script("SELECT pg_is_in_recovery()").text(0, 0) == "t")
        #expect(try alone.script("SELECT count(*) FROM \"\(namespace.name)\".swiftdata_search").text(0, 0) == "300")
    }

    @Test func aRoleThatOwnsNothingIsSearchedInMemory() throws {
        let owner = try context()
        try fill(owner)
        let role = "r_" + namespace.name
        _ = try namespace.psql(
            "CREATE ROLE \(role) LOGIN; GRANT USAGE, CREATE ON SCHEMA \(namespace.name) TO \(role); "
                + "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(namespace.name) TO \(role); "
                + "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(role)"
        )
        defer { _ = try? namespace.psql("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let other = try context { $0.connection = namespace.url.replacing("postgres@", with: "\(role)@") }
        try expectReads(other, -1) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        // The index of the owner is not for it, unless it may read it.
        #expect(try found(owner, "rose").count == 10)
        try expectReads(other, -1) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        _ = try namespace.psql("GRANT SELECT ON swiftdata_search, swiftdata_search_state TO \(role)")
        try expectReads(other, 10) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        try fill(other, 20..<400)
        #expect(try found(other, "rose").count == 200)
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "20")
    }
}
#endif
