import SwiftData
import TestSupport
import Testing

/// Saves, transactions and rollbacks that begin while a save is under way.
@Suite struct SaveRequestTests {
    private func library() throws -> (ModelContext, TableConfiguration.Shelf) {
        let configuration = TableConfiguration()
        let container = try ModelContainer(for: Schema(CustomStore.library), configurations: [configuration])
        return (ModelContext(container), configuration.shelf)
    }

    private func titles(_ context: ModelContext) throws -> [String] {
        try ModelContext(context.container).all(Book.self).map(\.title).sorted()
    }

    /// The rows and models of those that a save registered although they had left by then, among other models. Run on
    /// the commit before, it ends with SIGSEGV.
    @Test func aRollbackOrUndoWhileTheStoreWritesLeavesAWholeIdentityMap() throws {
        for round in 0..<20 {
            let (context, shelf) = try library()
            let manager = UndoManager()
            context.undoManager = manager
            for number in 0..<50 { context.insert(Book(title: "\(number)")) }
            context.processPendingChanges()
            shelf.beforeWriting = { if round.isMultiple(of: 2) { context.rollback() } else { manager.undo() } }
            try context.save()
            shelf.beforeWriting = nil
            context.undoManager = nil
            // Nobody holds a model: what the map still has of it is released memory.
            for _ in 0..<3 {
                let books = try context.all(Book.self)
                #expect(books.count == (round.isMultiple(of: 2) ? 50 : 0))
                for state in context.unit.identityMap.all { #expect(state.unit === context.unit) }
            }
            try context.save()
            #expect(try titles(context).count == (round.isMultiple(of: 2) ? 50 : 0))
        }
    }

    @Test func aTransactionInDidSaveOfATransactionSaves() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self, Book.self, Tag.self))
        nonisolated(unsafe) let shared = context
        nonisolated(unsafe) var runs = 0
        let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
            _ in
            runs += 1
            guard runs == 1 else { return }
            do { try shared.transaction { shared.insert(Tag(name: "inner")) } } catch { Issue.record(error) }
            // Read by another program, while the observer still runs.
            #expect((try? store.sqlite3("SELECT ZNAME FROM ZTAG ORDER BY ZNAME")) == "inner\nouter")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.transaction { context.insert(Tag(name: "outer")) }
        #expect(runs == 2)
        #expect(!context.hasChanges)
    }

    @Test func aSaveThatFailsTakesTheWaitingOneWithIt() throws {
        let (context, shelf) = try library()
        context.insert(Book(title: "first"))
        shelf.afterWriting = {
            context.insert(Book(title: "second"))
            try context.save()
            throw Sabotage()
        }
        #expect(throws: Sabotage.self) { try context.save() }
        shelf.afterWriting = nil
        #expect(try titles(context) == [])
        #expect(context.insertedModelsArray.count == 2)
        try context.save()
        #expect(try titles(context) == ["first", "second"])
    }

    @Test func aWaitingSaveThatFailsIsAnnouncedAndItsChangesStay() throws {
        let (context, shelf) = try library()
        nonisolated(unsafe) var announced: [any Error] = []
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: context,
            queue: nil
        ) { notification in
            if let error = notification.userInfo?[ModelContext.autosaveErrorKey] as? any Error {
                announced.append(error)
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        context.insert(Book(title: "first"))
        var saves = 0
        shelf.beforeWriting = {
            saves += 1
            guard saves == 1 else { throw Sabotage() }
            context.insert(Book(title: "second"))
            try context.save()
        }
        try context.save()
        shelf.beforeWriting = nil
        #expect(saves == 2)
        #expect(announced.count == 1 && announced.first is Sabotage)
        #expect(try titles(context) == ["first"])
        #expect(context.hasChanges)
        try context.save()
        #expect(try titles(context) == ["first", "second"])
    }

    @Test func aStoreThatEditsAndSavesEachTimeComesToAnEnd() throws {
        let (context, shelf) = try library()
        nonisolated(unsafe) var codes: [StoreError.Code?] = []
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: context,
            queue: nil
        ) { notification in
            codes.append((notification.userInfo?[ModelContext.autosaveErrorKey] as? StoreError)?.code)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        var count = 0
        shelf.beforeWriting = {
            count += 1
            context.insert(Book(title: "\(count)"))
            try context.save()
        }
        context.insert(Book(title: "0"))
        try context.save()
        shelf.beforeWriting = nil
        #expect(codes == [.saveInProgress])
        #expect(context.insertedModelsArray.count == 1)
        #expect(try titles(context) == (0..<count).map(String.init))
        try context.save()
        #expect(try titles(context) == (0...count).map(String.init))
    }

    @Test func hasChangesAndAFetchInAnEncoderComeToAnEnd() throws {
        let context = try memoryContext(Parcel.self)
        for number in 0..<3 { context.insert(Parcel(name: "\(number)", postmark: Postmark("old"))) }
        try context.save()
        let parcels = try context.all(Parcel.self, sortBy: [SortDescriptor(\.name)])
        for parcel in parcels { parcel.postmark = Postmark("new") }
        var (calls, found) = (0, 0)
        let action = Postmark.Action {
            calls += 1
            guard calls < 1_000 else { return }
            #expect(context.hasChanges)
            found = (try? context.all(Parcel.self).count) ?? 0
        }
        try Postmark.$whenEncoded.withValue(action) { try context.save() }
        #expect(calls < 100)
        #expect(found == 3)
        #expect(!context.hasChanges)
        #expect(context.conflicts.isEmpty)
        #expect(try ModelContext(context.container).all(Parcel.self).allSatisfy { $0.postmark.text == "new" })
    }

    @Test func anAutosaveThatComesWhileASaveIsUnderWayFollowsIt() throws {
        let (context, shelf) = try library()
        context.autosaveEnabled = true
        context.insert(Book(title: "first"))
        shelf.beforeWriting = {
            shelf.beforeWriting = nil
            context.insert(Book(title: "second"))
            context.processPendingChanges()
        }
        try context.save()
        #expect(!context.hasChanges)
        #expect(try titles(context) == ["first", "second"])
    }
}
