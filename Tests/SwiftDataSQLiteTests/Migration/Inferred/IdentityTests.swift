import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// A model that a file keeps is the model that it was made from.
struct IdentityTests {
    @Model class Everything {
        struct Inner: Codable {
            var depth: Int
            var note: String?
        }
        struct Outer: Codable {
            var inner: Inner
            var optional: Inner?
            var list: [Int]
            var level: Level
        }
        enum Level: Int, Codable { case low, high }
        enum Kind: String, Codable { case one, two }
        enum Mood: Codable {
            case calm
            case angry(level: Int, why: String)
            case torn(Inner)
        }
        struct Mask: RawRepresentable, Codable {
            var rawValue: [String: Data]
        }
        @Attribute(.unique) var key: UUID = UUID()
        var bool = true
        var int8: Int8 = 1
        var uint8: UInt8 = 1
        var int16: Int16 = 1
        var uint16: UInt16 = 1
        var int32: Int32 = 1
        var uint32: UInt32 = 1
        var uint64: UInt64 = 1
        var int: Int?
        var float: Float = 0.5
        var double = 0.5
        var decimal: Decimal = 1
        var string = "s"
        var date = Date()
        var url: URL?
        var data: Data?
        var kind = Kind.one
        var level: Level?
        var mood = Mood.calm
        var optionalMood: Mood?
        var outer: Outer?
        var mask: Mask?
        var strings: [String] = []
        var numbers: Set<Int> = []
        var inners: [Inner] = []
        var dictionary: [String: Double] = [:]
        @Attribute(.externalStorage) var large: Data?
        @Attribute(.codable) var whole: Outer?
        @Attribute(.ephemeral) var passing = 1
        @Attribute(.preserveValueOnDeletion, originalName: "before", hashModifier: "2") var renamed: String = ""
        @Relationship(deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 5, inverse: \Other.every)
        var others: [Other] = []
        var many: [Other] = []
        var one: Other?
        init() {}
    }
    @Model class Other {
        #Unique<Other>([\.name, \.number])
        #Index<Other>([\.name], [\.number, \.name])
        var name: String
        var number: Int
        var every: Everything?
        @Relationship(inverse: \Everything.many) var manies: [Everything]? = []
        @Relationship(deleteRule: .deny) var loner: Sub?
        init(name: String) {
            self.name = name
            number = 1
        }
    }
    @Model class Base {
        #Unique<Base>([\.title])
        var title: String
        var friend: Base?
        init(title: String) { self.title = title }
    }
    @Model class Sub: Base {
        #Index<Sub>([\.extra])
        var extra: Int?
    }

    private static let types: [any PersistentModel.Type] = [Everything.self, Other.self, Base.self, Sub.self]

    @Test func aModelReadFromItsFileIsTheSame() throws {
        let store = try MigratedStore()
        try store.open(Self.types) { _ in }
        let schema = ModelOutline(Schema(Self.types))
        #expect(try InferredMigration(from: store.model(), to: schema).steps == [])
        #expect(try InferredMigration(from: schema, to: store.model()).steps == [])
        #expect(try InferredMigration(from: store.model(), to: schema).mapping.isIdentity)
    }

    @Test func migratingToTheSameModelChangesNothingButTheMetadata() throws {
        let store = try MigratedStore()
        try store.open(Self.types) { context in
            context.insert(Everything())
            try context.save()
        }
        let dump = "SELECT name, sql, rootpage FROM sqlite_master WHERE name NOT LIKE 'grdb%' ORDER BY name"
        let (before, rows) = try (store.sql(dump), store.sql("SELECT * FROM ZEVERYTHING"))
        try store.migrate(to: Self.types)
        #expect(try store.sql(dump) == before)
        #expect(try store.sql("SELECT * FROM ZEVERYTHING") == rows)
        try store.expectFresh(Self.types)
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores"))
    func modelsOfSampleStoresAreTheSameAfterBeingWrittenAgain() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: SampleStore.samples,
            includingPropertiesForKeys: nil
        )
        .filter { ["sqlite", "moody"].contains($0.pathExtension) }
        #expect(!files.isEmpty)
        for file in files {
            let sample = try SampleStore(file.lastPathComponent)
            let connection = try StoreConnection.readOnlyFile(sample.file.path, settings: ConnectionSettings())
            var content = Data()
            try connection.read { try $0.query("SELECT Z_CONTENT FROM Z_MODELCACHE") { content = $0.blob(0) } }
            try connection.close()
            let model = try ModelCache.model(content)
            let again = try ModelCache.model(ModelCache.content(model))
            let steps = try InferredMigration(from: model, to: again).steps
            #expect(steps.map(\.description) == [], "\(file.lastPathComponent)")
        }
    }
}
