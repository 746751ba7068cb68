#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

enum Coffer1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Coffer.self] }

    @Model final class Coffer {
        var name: String
        var tags: Set<String>
        var holes: [String?]

        init(name: String, tags: Set<String>, holes: [String?]) {
            (self.name, self.tags, self.holes) = (name, tags, holes)
        }
    }
}

enum Coffer2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Coffer.self] }

    @Model final class Coffer {
        #Index<Coffer>([\.tags])

        var name: String
        var tags: [String]
        var holes: [String?]
        var words: [String] = ["a\"b\\", "it's", ""]
        var days: [Date] = [Date(timeIntervalSinceReferenceDate: 9_000_000_000.25)]
        var since: Date = Date(timeIntervalSinceReferenceDate: 9_000_000_000.000_001)

        init(name: String, tags: [String], holes: [String?]) {
            (self.name, self.tags, self.holes) = (name, tags, holes)
        }
    }
}

enum Coffer3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Coffer.self] }

    @Model final class Coffer {
        var name: String
        var holes: [String]

        init(name: String, holes: [String]) {
            (self.name, self.holes) = (name, holes)
        }
    }
}

/// Migrations of models with arrays.
@Suite struct ArrayMigrationTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private func open(_ schema: any VersionedSchema.Type) throws -> ModelContainer {
        let schema = Schema(versionedSchema: schema)
        return try ModelContainer(for: schema, configurations: [namespace.configuration(schema)])
    }

    @Test func arraysAreMigratedInPlace() throws {
        let early = ModelContext(try open(Coffer1.self))
        early.insert(Coffer1.Coffer(name: "one", tags: ["x"], holes: [nil, "y"]))
        try early.save()
        let later = ModelContext(try open(Coffer2.self))
        let coffer = try #require(try later.fetch(FetchDescriptor<Coffer2.Coffer>()).first)
        #expect(coffer.tags == ["x"] && coffer.holes == [nil, "y"] && coffer.words == ["a\"b\\", "it's", ""])
        #expect(coffer.days == [Date(timeIntervalSinceReferenceDate: 9_000_000_000.25)])
        // Beyond the numbers that a double has for each microsecond since 2000, in SQL.
        #expect(coffer.since == Date(timeIntervalSinceReferenceDate: 9_000_000_000.000_001))
        let index = try namespace.psql("SELECT indexdef FROM pg_indexes WHERE indexname = 'coffer_tags_index'")
        #expect(index.contains("gin (tags)"))
        let shape = """
            SELECT string_agg(column_name || ' ' || udt_name || is_nullable || coalesce(collation_name, ''), ', ' ORDER BY column_name)
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'coffer'
            """
        let migrated = try namespace.psql(shape)
        _ = try namespace.psql("DROP SCHEMA \(namespace.name) CASCADE")
        _ = try open(Coffer2.self)
        #expect(try namespace.psql(shape) == migrated)
    }

    @Test func elementsThatWereOptionalNeedACustomStage() throws {
        let early = ModelContext(try open(Coffer1.self))
        early.insert(Coffer1.Coffer(name: "one", tags: ["x"], holes: [nil, "y"]))
        try early.save()
        do {
            _ = try open(Coffer3.self)
            Issue.record("an array with nil was made one without")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.message.contains("custom stage"))
        }
        #expect(try namespace.psql("SELECT holes FROM coffer") == "[null, \"y\"]")
    }
}
#endif
