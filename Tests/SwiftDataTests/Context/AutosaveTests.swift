import SwiftData
import TestSupport
import Testing

@ModelActor
private actor Typist {
    func start() { modelContext.autosaveEnabled = true }
    func type(_ name: String) { modelContext.insert(Author(name: name)) }
    func hasChanges() -> Bool { modelContext.hasChanges }
    func typeInParts() throws {
        try modelContext.transaction {
            modelContext.insert(Author(name: "1"))
            modelContext.processPendingChanges()
            #expect(modelContext.hasChanges)
            modelContext.insert(Author(name: "2"))
        }
    }
}

@Suite struct AutosaveTests {
    @Test func aModelActorWithAutosaveIsSavedAfterEachJob() async throws {
        let container = try memoryContext(Author.self).container
        let typist = Typist(modelContainer: container)
        await typist.type("A")
        #expect(await typist.hasChanges())
        await typist.start()
        #expect(try await saved(1, in: container) == 1)
        await typist.type("B")
        #expect(try await saved(2, in: container) == 2)
        try await typist.typeInParts()
        #expect(try await saved(4, in: container) == 4)
    }

    /// The number of saved authors, once they are as many as expected. The actor's queue saves while its caller
    /// continues.
    private func saved(_ expected: Int, in container: ModelContainer) async throws -> Int {
        try await eventually { try ModelContext(container).fetchCount(FetchDescriptor<Author>()) >= expected }
        return try ModelContext(container).fetchCount(FetchDescriptor<Author>())
    }

    @Test func anyOtherContextWithAutosaveIsSavedByProcessPendingChanges() throws {
        let context = try memoryContext(Author.self)
        context.autosaveEnabled = true
        context.insert(Author(name: "A"))
        #expect(context.hasChanges)
        context.processPendingChanges()
        #expect(!context.hasChanges)
    }

    @MainActor @Test func aContextThatTheMainThreadUsesIsSavedInItsNextTurn() async throws {
        let context = try memoryContext(Author.self)
        context.autosaveEnabled = true
        let author = Author(name: "A")
        context.insert(author)
        #expect(context.hasChanges)
        try await eventually { !context.hasChanges }
        #expect(!context.hasChanges)
        author.name = "B"
        try await eventually { !context.hasChanges }
        #expect(!context.hasChanges)
        context.autosaveEnabled = false
        author.name = "C"
        for _ in 0..<100 { await Task.yield() }
        #expect(context.hasChanges)
    }

    @MainActor @Test func aContextThatAnotherThreadHasTakenOverIsLeftAlone() async throws {
        nonisolated(unsafe) let context = try memoryContext(Author.self)
        context.autosaveEnabled = true
        context.insert(Author(name: "A"))
        // Before the main actor has had another turn.
        let thread = Thread { context.insert(Author(name: "B")) }
        thread.start()
        while !thread.isFinished { usleep(100) }
        for _ in 0..<100 { await Task.yield() }
        let thread2 = Thread { context.insert(Author(name: context.hasChanges ? "pending" : "saved")) }
        thread2.start()
        while !thread2.isFinished { usleep(100) }
        #expect(context.insertedModelsArray.count == 3)
    }

    /// A program may hand a context over that a turn is about to save. What the other thread does first waits for the turn,
    /// and the next turn leaves the context alone.
    @MainActor @Test func whoTakesAContextOverWaitsForTheTurnThatSavesIt() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        context.autosaveEnabled = true
        let author = Author(name: "A")
        context.insert(author)
        // A program that the compiler accepts sends both away; here they are used from both sides on purpose.
        nonisolated(unsafe) let sent = author
        let isWritten = Locked(false)
        let thread = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        let isWrittenInSave = Locked<Bool?>(nil)
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in
            guard isWrittenInSave.withLock({ $0 }) == nil else { return }
            Thread {
                hasBegun.signal()
                sent.name = "B"
                isWritten.withLock { $0 = true }
                thread.signal()
            }.start()
            hasBegun.wait()
            // Long enough for a write that waits for nobody.
            Thread.sleep(forTimeInterval: 0.2)
            isWrittenInSave.withLock { $0 = isWritten.withLock { $0 } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(try await saved(1, in: container) == 1)
        #expect(try await eventually { thread.wait(timeout: .now()) == .success })
        #expect(isWrittenInSave.withLock { $0 } == false)
        #expect(author.name == "B")
        #expect(try ModelContext(container).fetch(FetchDescriptor<Author>()).map(\.name) == ["A"])
    }

    @MainActor @Test func editsOfOneTurnAreSavedTogether() async throws {
        let main = try memoryContext(Author.self).container.mainContext
        let count = Received()
        let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: main, queue: nil) {
            count.info[count.info.count] = $0.userInfo?[ModelContext.NotificationKey.insertedIdentifiers]
        }
        defer { NotificationCenter.default.removeObserver(token) }
        for number in 0..<10 { main.insert(Author(name: "\(number)")) }
        #expect(main.hasChanges)
        try await eventually { !main.hasChanges }
        #expect(count.info.values.map { ($0 as? [PersistentIdentifier])?.count } == [10])
    }

    @MainActor @Test func aFailureIsAnnouncedAndTheNextEditTriesAgain() async throws {
        let main = try memoryContext(RowingTeam.self).container.mainContext
        let failure = Received()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: main,
            queue: nil
        ) { failure.info = $0.userInfo ?? [:] }
        defer { NotificationCenter.default.removeObserver(token) }
        let team = RowingTeam(rowers: 4)
        main.insert(team)
        try await eventually { !failure.info.isEmpty }
        let error = try #require(failure.info[ModelContext.autosaveErrorKey] as? StoreError)
        #expect(error.code == .validation)
        #expect(main.hasChanges)
        team.rowers.removeLast()
        try await eventually { !main.hasChanges }
        #expect(!main.hasChanges)
    }

    @MainActor @Test func anEditOfAModelThatFailedBeforeTriesAgain() async throws {
        let main = try memoryContext(RowingTeam.self).container.mainContext
        let team = RowingTeam(rowers: 2)
        main.insert(team)
        try main.save()
        team.rowers += [Rower(), Rower()]
        for _ in 0..<10 { await Task.yield() }
        #expect(main.hasChanges)
        team.rowers.removeLast(2)
        try await eventually { !main.hasChanges }
        #expect(!main.hasChanges)
    }
}
