import Foundation
import SwiftData
import SwiftDataSQL
import TestSupport
import Testing

/// Two to-many relationships that lead to each other and name no inverse.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct ManyToManyTests {
    @Model final class Note {
        var name: String
        var tags: [Tag] = []

        init(name: String, tags: [Tag] = []) {
            self.name = name
            self.tags = tags
        }
    }

    @Model final class Tag {
        var name: String
        var notes: [Note] = []

        init(name: String) { self.name = name }
    }

    private static let joined = ModelOutline(entities: [
        .named("Note", RelationshipOutline("tags", to: "Tag", inverse: "notes", isToOne: false)),
        .named("Tag", RelationshipOutline("notes", to: "Note", inverse: "tags", isToOne: false)),
    ])

    private func context(_ file: URL) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema([Note.self, Tag.self]), configurations: ModelConfiguration(url: file))
        )
    }

    @Test func aNewStoreKeepsThemApart() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder.file)
        let (note, tag) = (Note(name: "n"), Tag(name: "t"))
        context.insert(note)
        note.tags.append(tag)
        #expect(tag.notes.isEmpty)
        try context.save()
        let again = try self.context(folder.file)
        #expect(try again.fetch(FetchDescriptor<Note>()).first?.tags.map(\.name) == ["t"])
        #expect(try again.fetch(FetchDescriptor<Tag>()).first?.notes.isEmpty == true)
        let tables = try #require(Program.sqlite3).run([folder.file.path, ".tables"])
        #expect(!tables.contains("Z_1TAGS") && !tables.contains("Z_2NOTES"))
    }

    /// Earlier versions of this library inferred the inverse, and said so in the file.
    @Test(arguments: [true, false]) func aStoreThatJoinsThemGoesOnDoingSo(isApples: Bool) throws {
        let store = try OutlinedStore(Self.joined, isApples: isApples)
        let metadata = try store.sqlite3("SELECT hex(Z_PLIST) FROM Z_METADATA")
        let context = try context(store.file)
        let (note, tag) = (Note(name: "n"), Tag(name: "t"))
        context.insert(note)
        note.tags.append(tag)
        #expect(tag.notes.map(\.name) == ["n"])
        // Neither of these is in a context: their classes say nothing of an inverse.
        let other = Note(name: "o", tags: [Tag(name: "u")])
        context.insert(other)
        #expect(other.tags.first?.notes.map(\.name) == ["o"])
        try context.save()
        let table = try store.sqlite3("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'")
        #expect(try store.sqlite3("SELECT count(*) FROM \(table)") == "2")
        let tags = try self.context(store.file).fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        #expect(tags.map { $0.notes.map(\.name) } == [["n"], ["o"]])
        tag.notes.removeAll()
        #expect(note.tags.isEmpty)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM \(table)") == "1")
        #expect(try store.sqlite3("SELECT hex(Z_PLIST) FROM Z_METADATA") == metadata)
    }
}

/// Two to-many relationships that name the same inverse.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct SharedInverseTests {
    @Model final class Backyard {
        var name: String
        @Relationship(inverse: \Plant.backyard) var leadingPlants: [Plant] = []
        @Relationship(inverse: \Plant.backyard) var trailingPlants: [Plant] = []

        init(name: String) { self.name = name }
    }

    @Model final class Plant {
        var name: String
        var backyard: Backyard?

        init(name: String) { self.name = name }
    }

    @Test func eachHasItsOwnStorageAndTheFirstIsFollowed() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file)
        let container = try ModelContainer(for: Backyard.self, configurations: configuration)
        let context = ModelContext(container)
        let yard = Backyard(name: "y")
        context.insert(yard)
        let (rose, fern, moss) = (Plant(name: "rose"), Plant(name: "fern"), Plant(name: "moss"))
        yard.leadingPlants.append(rose)
        yard.trailingPlants.append(fern)
        context.insert(moss)
        moss.backyard = yard
        #expect(rose.backyard?.name == "y" && fern.backyard == nil)
        try context.save()
        let again = ModelContext(try ModelContainer(for: Backyard.self, configurations: configuration))
        let read = try #require(try again.fetch(FetchDescriptor<Backyard>()).first)
        #expect(read.leadingPlants.map(\.name).sorted() == ["moss", "rose"])
        #expect(read.trailingPlants.map(\.name) == ["fern"])
        let columns = try #require(Program.sqlite3).run([
            folder.file.path,
            "SELECT ZNAME, coalesce(ZBACKYARD, '-'), coalesce(Z1TRAILINGPLANTS, '-') FROM ZPLANT ORDER BY ZNAME",
        ])
        #expect(columns == "fern|-|1\nmoss|1|-\nrose|1|-\n")
    }
}
