import ClientModels
import SwiftData
import TestSupport
import Testing

/// The history of files that other programs wrote, or that are damaged.
@Suite struct HistoryFileTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    /// An insertion, an update and a deletion of an expedition, each with a camp beside it.
    private func write() throws {
        let (expedition, camp) = (Expedition("one", height: 1), Camp(1))
        context.insert(expedition)
        context.insert(camp)
        try context.save()
        expedition.height = 2
        camp.number = 2
        try context.save()
        context.delete(expedition)
        context.delete(camp)
        try context.save()
    }

    @Test func theApiTellsWhatSqlFinds() throws {
        for author in [nil, "one", "two", nil, "one"] {
            let context = ModelContext(container)
            context.author = author
            let expedition = Expedition("e", height: 3)
            expedition.camps = [Camp(1), Camp(2)]
            context.insert(expedition)
            try context.save()
            expedition.name = "f"
            expedition.camps.removeLast()
            try context.save()
            if author == "one" {
                context.delete(expedition)
                try context.save()
            }
        }
        let reported = HistoryListing.reported(try context.fetchHistory(described()))
        #expect(reported.count > 25)
        #expect(try HistoryListing.stored(folder.file) == reported)
        let reopened = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        #expect(HistoryListing.reported(try reopened.fetchHistory(described())) == reported)
    }

    @Test func changesOfUnknownEntitiesAndKindsAreLeftOut() throws {
        try write()
        try folder.sqlite3("UPDATE ACHANGE SET ZENTITY = 77 WHERE ZENTITY = 1")
        try folder.sqlite3("UPDATE ACHANGE SET ZCHANGETYPE = 9 WHERE ZCHANGETYPE = 2")
        let history = try context.fetchHistory(described())
        #expect(history.map(\.transactionIdentifier) == [1, 2, 3])
        #expect(history.map(\.changes.count) == [1, 1, 0])
    }

    @Test(arguments: ["NULL", "x''", "x'FFFFFFFFFFFFFFFFFF'", "'text'", "7"])
    func aDamagedBitmapIsReadAsFarAsItGoes(bitmap: String) throws {
        try write()
        try folder.sqlite3("UPDATE ACHANGE SET ZCOLUMNS = \(bitmap) WHERE ZCHANGETYPE = 1")
        let changes = try context.fetchHistory(described())[1].changes
        #expect(changes.count == 2)
        for change in changes {
            guard case .update(let update) = change else {
                Issue.record("the change is no update")
                continue
            }
            func updated<Update: HistoryUpdate>(_ update: Update) -> Int { update.updatedAttributes.count }
            #expect(updated(update) <= 4)
            if bitmap.contains("FF") { #expect(updated(update) >= 2) }
            if bitmap == "NULL" { #expect(updated(update) == 0) }
        }
    }

    /// Older versions of Core Data kept the names in the rows of the transactions.
    @Test func namesInTheRowsAreRead() throws {
        try write()
        try folder.sqlite3(
            "UPDATE ATRANSACTION SET ZAUTHORTS = NULL, ZAUTHOR = 'a', ZBUNDLEIDTS = NULL, ZBUNDLEID = 'b', "
                + "ZPROCESSIDTS = NULL, ZPROCESSID = 'p'"
        )
        let transaction = try #require(try context.fetchHistory(described()).first)
        #expect(transaction.author == "a")
        #expect(transaction.bundleIdentifier == "b")
        #expect(transaction.processIdentifier == "p")
    }

    @Test func aTableWithoutKeysForNamesIsReadAndWritten() throws {
        try write()
        for column in ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"] {
            try folder.sqlite3("DROP INDEX ATRANSACTION_Z\(column)TS_INDEX")
            try folder.sqlite3("ALTER TABLE ATRANSACTION DROP COLUMN Z\(column)TS")
        }
        let context = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        context.author = "new"
        context.insert(Camp(5))
        try context.save()
        #expect(try context.fetchHistory(described()).map(\.author) == [nil, nil, nil, "new"])
        #expect(try folder.sqlite3("SELECT ZAUTHOR FROM ATRANSACTION WHERE Z_PK = 4") == "new")
        try context.deleteHistory(described(#Predicate { $0.author == "new" }))
        #expect(try context.fetchHistory(described()).count == 3)
    }

    @Test func aStoreWithoutHistoryHasNone() throws {
        try write()
        for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] { try folder.sqlite3("DROP TABLE \(table)") }
        let context = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        #expect(try context.fetchHistory(described()).isEmpty)
        try context.deleteHistory(described())
    }

    @Test func aReadOnlyStoreTellsItsHistoryAndKeepsIt() throws {
        try write()
        let context = ModelContext(try folder.container(for: Expedition.self, Camp.self, allowsSave: false))
        #expect(try context.fetchHistory(described()).count == 3)
        let error = #expect(throws: StoreError.self) { try context.deleteHistory(described()) }
        #expect(error?.code == .readOnly)
        #expect(try context.fetchHistory(described()).count == 3)
    }

    @Test func namesThatNobodyUsesGoWithTheTransactions() throws {
        for author in ["one", "two"] {
            context.author = author
            context.insert(Camp(1))
            try context.save()
        }
        try context.deleteHistory(described(#Predicate { $0.author == "one" }))
        let process = ProcessInfo.processInfo.processName
        let left = try folder.sqlite3(
            "SELECT group_concat(ZNAME, ' ') FROM (SELECT * FROM ATRANSACTIONSTRING ORDER BY Z_PK)"
        )
        #expect(left == "\(process) two" || left == "two \(process)")
        context.author = "one"
        context.insert(Camp(2))
        try context.save()
        #expect(try context.fetchHistory(described()).map(\.author) == ["two", "one"])
    }

    @Test func countersThatSomebodyLeftBehindDoNoHarm() throws {
        try write()
        try folder.sqlite3("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT > 16000")
        context.author = "new"
        context.insert(Camp(3))
        try context.save()
        #expect(try context.fetchHistory(described()).map(\.transactionIdentifier) == [1, 2, 3, 4])
    }

    @Test func aTokenOutlivesItsProcess() async throws {
        try write()
        let token = try #require(try context.fetchHistory(described()).last?.token)
        let path = folder.file.path
        let text = String(decoding: try JSONEncoder().encode(token), as: UTF8.self)
        await #expect(processExitsWith: .success) { [path = path as String, text = text as String] in
            try addAfterToken(path, text)
        }
        let predicate = #Predicate<DefaultHistoryTransaction> { $0.token > token }
        #expect(try context.fetchHistory(described(predicate)).map(\.author) == ["child"])
        let reopened = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        let decoded = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(text.utf8))
        let again = #Predicate<DefaultHistoryTransaction> { $0.token > decoded }
        #expect(try reopened.fetchHistory(described(again)).map(\.transactionIdentifier) == [4])
    }
}

/// Finds nothing after the token, saves, and finds that.
private func addAfterToken(_ path: String, _ text: String) throws {
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    let context = ModelContext(try ModelContainer(for: Expedition.self, Camp.self, configurations: configuration))
    let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(text.utf8))
    let predicate = #Predicate<DefaultHistoryTransaction> { $0.token > token }
    guard try context.fetchHistory(described(predicate)).isEmpty else { throw CocoaError(.coderInvalidValue) }
    context.author = "child"
    context.insert(Camp(9))
    try context.save()
    guard try context.fetchHistory(described(predicate)).count == 1 else { throw CocoaError(.coderInvalidValue) }
}

/// Stores that Apple's frameworks wrote.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct AppleHistoryTests {
    @Test func theHistoryOfCartKitIsTold() throws {
        let real = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { real.remove() }
        let stored = try HistoryListing.stored(real.file)
        let configuration = ModelConfiguration(url: real.file)
        let context = ModelContext(try ModelContainer(for: CartKit.CartModel.self, configurations: configuration))
        let history = try context.fetchHistory(described())
        #expect(stored.count == 1)
        #expect(HistoryListing.reported(history) == stored)
        #expect(history.map(\.bundleIdentifier) == ["com.apple.dt.xctest.tool"])
        #expect(history.map(\.processIdentifier) == ["xctest"])
        #expect(history.map(\.timestamp.timeIntervalSinceReferenceDate) == [791_478_105.826932])
        let cart = try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first)
        #expect(history.first?.changes.first?.changedPersistentIdentifier == cart.persistentModelID)
        cart.status = "done"
        try context.save()
        let token = try #require(history.last?.token)
        let later = try context.fetchHistory(described(#Predicate { $0.token > token }))
        guard case .update(let update as DefaultHistoryUpdate<CartKit.CartModel>) = later.first?.changes.first else {
            Issue.record("the change is no update of a cart")
            return
        }
        #expect(update.updatedAttributes.map { $0 as AnyKeyPath } == [\CartKit.CartModel.status])
    }

    @Test func theHistoryOfSpeziIsTold() throws {
        let real = try SampleStore("swiftdata-spezi-iOS26MigrationInput.sqlite")
        defer { real.remove() }
        let stored = try HistoryListing.stored(real.file)
        let configuration = ModelConfiguration(url: real.file)
        let context = ModelContext(try ModelContainer(for: Spezi.Task.self, configurations: configuration))
        #expect(stored.count == 5)
        #expect(HistoryListing.reported(try context.fetchHistory(described())) == stored)
    }
}
