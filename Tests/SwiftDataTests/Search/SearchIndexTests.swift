import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// The index of a store: kept current, and made again.
@Suite struct SearchIndexTests {
    private func context(_ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try StorePlace.file.container(folder, Leaflet.self))
        context.autosaveEnabled = false
        return context
    }

    private func fill(_ context: ModelContext, _ numbers: Range<Int> = 0..<20) throws {
        for number in numbers {
            context.insert(Leaflet(number: number, title: number % 2 == 0 ? "even rose" : "odd tulip"))
        }
        try context.save()
    }

    private func found(_ context: ModelContext, _ text: String) throws -> [Int] {
        try context.search(Leaflet.self, text).map(\.model.number).sorted()
    }

    private func file(_ folder: TemporaryFolder) -> URL { URL(filePath: folder.file.path + "-search") }

    @Test func everyKindOfChangeIsTakenIn() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        try fill(context)
        #expect(!FileManager.default.fileExists(atPath: file(folder).path))
        #expect(try found(context, "rose") == (0..<10).map { $0 * 2 })
        #expect(FileManager.default.fileExists(atPath: file(folder).path))
        // Unsaved changes have no effect.
        let all = try context.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        all[0].title = "violet"
        #expect(try found(context, "violet").isEmpty)
        try context.save()
        #expect(try found(context, "violet") == [0])
        #expect(!(try found(context, "rose")).contains(0))
        context.delete(all[2])
        context.insert(Leaflet(number: 100, title: "rose"))
        try context.save()
        #expect(try found(context, "rose") == [4, 6, 8, 10, 12, 14, 16, 18, 100])
        try context.update(Leaflet.self, where: #Predicate { $0.number > 90 }) { $0.set(\.title, to: "iris") }
        #expect(try found(context, "iris") == [100])
        try context.insert(Leaflet.self, 200..<203) { number, new in
            new.set(\.number, to: number)
            new.set(\.title, to: "batch")
            new.set(\.remark, to: "")
            new.set(\.isOpen, to: true)
        }
        #expect(try found(context, "batch") == [200, 201, 202])
        try context.delete(model: Leaflet.self, where: #Predicate { $0.number == 201 })
        #expect(try found(context, "batch") == [200, 202])
        // Another container, as another process has one.
        let other = try self.context(folder)
        other.insert(Leaflet(number: 300, title: "foreign"))
        try other.save()
        #expect(try found(context, "foreign") == [300])
        #expect(try found(other, "foreign") == [300])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                context.insert(Leaflet(number: 400, title: "undone"))
                throw Stop()
            }
        }
        #expect(try found(context, "undone").isEmpty)
        try context.container.erase()
        #expect(try found(context, "rose").isEmpty)
    }

    /// What a search would cost if it looked at every row is not looked at twice.
    @Test func anIndexThatIsCurrentReadsNoTexts() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        try fill(context)
        _ = try found(context, "rose")
        let log = StatementRecorder(context.container)
        let statements = try log.statements { _ = try context.search(Leaflet.self, "nothing") }
        #expect(statements.allSatisfy { !$0.contains("ZTITLE") }, "\(statements)")
        // One more row is the only one that is read.
        context.insert(Leaflet(number: 500, title: "new"))
        try context.save()
        let later = try log.statements { _ = try context.search(Leaflet.self, "nothing") }
        #expect(later.count { $0.contains("ZTITLE") && $0.contains("Z_PK IN (21)") } == 1, "\(later)")
    }

    @Test func aHistoryThatWasPrunedIsMadeUpFor() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        let all = try context.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        all[0].title = "violet"
        context.delete(all[2])
        try context.save()
        context.insert(Leaflet(number: 100, title: "last"))
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last).token
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token })
        )
        #expect(try found(context, "violet") == [0])
        #expect(try found(context, "last") == [100])
        #expect(try found(context, "rose") == [4, 6, 8, 10, 12, 14, 16, 18])
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        all[4].title = "violet"
        try context.save()
        #expect(try found(context, "violet") == [0, 4])
    }

    /// A predicate may delete any transactions.
    @Test(arguments: [false, true]) func aHistoryWithGapsIsMadeUpFor(isNewest: Bool) throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        let all = try context.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        context.author = "import"
        all[0].title = "violet"
        context.delete(all[2])
        try context.save()
        context.author = "other"
        if !isNewest {
            context.insert(Leaflet(number: 100, title: "last"))
            try context.save()
        }
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "import" })
        )
        #expect(try found(context, "violet") == [0])
        #expect(try found(context, "rose") == [4, 6, 8, 10, 12, 14, 16, 18])
    }

    enum Former {
        @Model final class Zeppelin {
            @Attribute(.spotlight) var name: String
            init(name: String) { self.name = name }
        }
    }

    enum Present {
        @Model final class Airship {
            @Attribute(.spotlight) var title: String
            init(title: String) { self.title = title }
        }

        @Model final class Zeppelin {
            @Attribute(.spotlight) var name: String
            init(name: String) { self.name = name }
        }
    }

    /// A migration numbers the entities of a file anew.
    @Test func aMigratedFileHasANewIndex() throws {
        let folder = try TemporaryFolder()
        do {
            let context = ModelContext(try StorePlace.file.container(folder, Former.Zeppelin.self))
            context.insert(Former.Zeppelin(name: "Hindenburg"))
            try context.save()
            #expect(try context.search(Former.Zeppelin.self, "hindenburg").count == 1)
        }
        let container = try StorePlace.file.container(folder, Present.Airship.self, Present.Zeppelin.self)
        let context = ModelContext(container)
        #expect(try context.search(Present.Zeppelin.self, "hindenburg").map(\.model.name) == ["Hindenburg"])
        #expect(try context.search(Present.Airship.self, "hindenburg").isEmpty)
    }

    /// The words of a store are for whoever may read the store.
    @Test func theFileHasTheModeOfTheStore() throws {
        let folder = try TemporaryFolder()
        try fill(context(folder))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file.path)
        let context = try context(folder)
        #expect(try found(context, "rose").count == 10)
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file(folder).path + suffix)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(suffix)")
        }
        try context.container.erase()
        #expect(!FileManager.default.fileExists(atPath: file(folder).path))
        #expect(try found(context, "rose").isEmpty)
    }

    @Test func aRestoredFileHasAnIndexOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let first = try context(folder)
        try fill(first)
        let backup = folder.url.appending(path: "backup.store")
        try folder.sqlite3("VACUUM INTO '\(backup.path)'")
        let all = try first.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        all[0].title = "violet"
        try first.save()
        all[1].title = "violet"
        try first.save()
        #expect(try found(first, "violet") == [0, 1])
        // The same identifier and numbers of transactions, and other rows.
        let copy = try TemporaryFolder()
        try FileManager.default.copyItem(at: backup, to: copy.file)
        try FileManager.default.copyItem(at: file(folder), to: file(copy))
        let second = try context(copy)
        #expect(try found(second, "violet").isEmpty)
        #expect(try found(second, "rose").count == 10)
        let rows = try second.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        for number in 2..<6 {
            rows[number].title = "iris"
            try second.save()
        }
        try FileManager.default.removeItem(at: file(copy))
        try FileManager.default.copyItem(at: file(folder), to: file(copy))
        let third = try context(copy)
        #expect(try found(third, "violet").isEmpty)
        #expect(try found(third, "iris") == [2, 3, 4, 5])
    }

    @Test func aDamagedIndexIsMadeAgain() throws {
        let folder = try TemporaryFolder()
        do {
            let context = try context(folder)
            try fill(context)
            _ = try found(context, "rose")
        }
        try Data("no database".utf8).write(to: file(folder))
        #expect(try found(context(folder), "rose").count == 10)
        try Data(repeating: 0, count: 4_096).write(to: file(folder))
        #expect(try found(context(folder), "rose").count == 10)
        try FileManager.default.removeItem(at: file(folder))
        #expect(try found(context(folder), "rose").count == 10)
        // A version that does not exist.
        _ = try folder.sqlite3("UPDATE state SET version = 99", file(folder).lastPathComponent)
        #expect(try found(context(folder), "rose").count == 10)
    }

    @Test func aStoreThatIsOnlyReadIsSearched() throws {
        let folder = try TemporaryFolder()
        try fill(context(folder))
        let configuration = ModelConfiguration(url: folder.file, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: Leaflet.self, configurations: configuration))
        #expect(try found(context, "rose").count == 10)
        #expect(!FileManager.default.fileExists(atPath: file(folder).path))
    }

    @Test func aSubclassIsSearchedByItself() throws {
        let context = try memoryContext(Plant.self, Tree.self)
        context.autosaveEnabled = false
        context.insert(Plant(name: "common rose"))
        context.insert(Tree(name: "common oak", bark: "rough rose"))
        try context.save()
        #expect(try context.search(Plant.self, "common").count == 2)
        #expect(try context.search(Tree.self, "common").map(\.model.name) == ["common oak"])
        // The text of a subclass is none of its superclass.
        #expect(try context.search(Plant.self, "rose").map(\.model.name) == ["common rose"])
        #expect(try context.search(Tree.self, "rose").map(\.model.name) == ["common oak"])
        #expect(try context.search(Plant.self, "oak").first?.model is Tree)
    }
}

@Model
class Plant {
    @Attribute(.spotlight) var name: String

    init(name: String) { self.name = name }
}

@Model
final class Tree: Plant {
    @Attribute(.spotlight) var bark: String

    init(name: String, bark: String) {
        self.bark = bark
        super.init(name: name)
    }
}
