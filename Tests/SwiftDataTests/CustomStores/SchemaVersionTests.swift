import SwiftData
import TestSupport
import Testing

/// Two versions of a schema have an entity of one name, and a class each.
private enum Before: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var text: String
        init(text: String) { self.text = text }
    }
}

private enum After: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var text: String
        var stars: Int = 3
        init(text: String) { self.text = text }
    }
}

@Suite struct SchemaVersionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ version: any VersionedSchema.Type, _ file: String) throws -> ModelContext {
        var configuration = PlainConfiguration<DefaultSnapshot>(file: folder.url.appendingPathComponent(file))
        configuration.name = file
        let schema = Schema(versionedSchema: version)
        return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    }

    @Test func eachStoreDecodesTheClassesOfItsOwnSchema() throws {
        let old = try open(Before.self, "old")
        let new = try open(After.self, "new")
        old.insert(Before.Note(text: "b"))
        new.insert(After.Note(text: "a"))
        try old.save()
        try new.save()
        #expect(try ModelContext(old.container).all(Before.Note.self).map(\.text) == ["b"])
        #expect(try ModelContext(new.container).all(After.Note.self).map(\.stars) == [3])
        // Also where both read one file, and the identifiers say the same.
        let again = try open(After.self, "old")
        #expect(try again.all(After.Note.self).map(\.stars) == [3])
        #expect(try ModelContext(old.container).all(Before.Note.self).map(\.text) == ["b"])
    }

    @Test func outsideOfAStoreTheIdentifierOrTheDecoderTells() throws {
        // Names of this test's own: the stores of one name share what is known of it.
        let old = try open(Before.self, "former")
        let new = try open(After.self, "latter")
        old.insert(Before.Note(text: "b"))
        new.insert(After.Note(text: "a"))
        try old.save()
        try new.save()
        func read(_ file: String, _ schema: Schema? = nil) throws -> DefaultSnapshot {
            let decoder = JSONDecoder()
            if let schema { decoder.userInfo[.dataStoreSchema] = schema }
            let data = try Data(contentsOf: folder.url.appendingPathComponent(file))
            return try #require(try decoder.decode([DefaultSnapshot].self, from: data).first)
        }
        let (before, after) = (Before.Note(text: ""), After.Note(text: ""))
        #expect(try read("former")._applyToBackingData(before.persistentBackingData))
        #expect(try read("latter")._applyToBackingData(after.persistentBackingData))
        #expect(before.text == "b" && after.text == "a")
        after.stars = 1
        let later = try read("former", Schema(versionedSchema: After.self))
        #expect(later._applyToBackingData(after.persistentBackingData))
        #expect(after.text == "b" && after.stars == 3)
        withExtendedLifetime((old, new)) {}
    }
}
