import ClientModels
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Saves of models that lead to rows that another process has just deleted.
@MainActor @Suite struct SaveRaceTests {
    private let store: NeighbourStore
    private let context: ModelContext
    private let entries: [LedgerEntry]

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        context = ModelContext(try store.container())
        entries = try context.entries([1, 2])
    }

    /// Deletes an entry in the middle of a save, after the context has looked at the changes of other processes.
    private func deletingWhileSaving(_ body: () throws -> Void) throws {
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { [file = store.file] _ in
            #expect(throws: Never.self) { try NeighbourStore.neighbour(file, ["delete", "2"]) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
    }

    private func dangling() throws -> String {
        try store.temporary.sqlite3(
            """
            SELECT count(*) FROM ZLEDGERMARK WHERE ZENTRY IS NOT NULL AND ZENTRY NOT IN (SELECT Z_PK FROM ZLEDGERENTRY)
            """
        )
    }

    @Test func aNewRowThatLeadsToADeletedOneIsRefusedAndTheNextSaveWorks() throws {
        let mark = LedgerMark(label: "new", entry: entries[1])
        context.insert(mark)
        try deletingWhileSaving {
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .missingRow)
            #expect(error?.entityName == "LedgerMark" && error?.propertyName == "entry")
        }
        #expect(try store.temporary.sqlite3("SELECT count(*) FROM ZLEDGERMARK") == "0")
        try context.save()
        #expect(mark.entry == nil && entries[1].modelContext == nil)
        #expect(try store.temporary.sqlite3("SELECT count(*) FROM ZLEDGERMARK WHERE ZENTRY IS NULL") == "1")
    }

    @Test func anEditThatLeadsToADeletedRowIsRefusedAndTheNextSaveWorks() throws {
        let mark = LedgerMark(label: "old", entry: entries[0])
        context.insert(mark)
        try context.save()
        mark.entry = entries[1]
        mark.label = "edited"
        try deletingWhileSaving {
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .missingRow && error?.propertyName == "entry")
        }
        try context.save()
        #expect(mark.entry == nil)
        #expect(try store.temporary.sqlite3("SELECT ZLABEL FROM ZLEDGERMARK WHERE ZENTRY IS NULL") == "edited")
        #expect(try dangling() == "0")
    }

    @Test func aMemberThatWasDeletedIsRefusedAndTheNextSaveWorks() throws {
        let mark = LedgerMark(label: "members")
        context.insert(mark)
        try context.save()
        mark.others = entries
        try deletingWhileSaving {
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .missingRow)
        }
        try context.save()
        #expect(mark.others == [entries[0]])
        let fresh = try ModelContext(context.container).fetch(FetchDescriptor<LedgerMark>())[0]
        #expect(fresh.others.map(\.number) == [1])
    }

    @Test func aSaveThatLeadsNowhereNewAsksNothingMore() throws {
        let mark = LedgerMark(label: "quiet", entry: entries[0])
        context.insert(mark)
        try context.save()
        let recorder = StatementRecorder(context.container)
        mark.label = "louder"
        let statements = try recorder.statements { try context.save() }
        #expect(statements.allSatisfy { !$0.contains("json_each") })
        mark.entry = entries[1]
        let leading = try recorder.statements { try context.save() }
        #expect(leading.filter { $0.contains("NOT EXISTS") }.count == 1)
    }
}
