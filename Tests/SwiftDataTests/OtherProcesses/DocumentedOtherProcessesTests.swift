import ClientModels
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The examples of docs/other-processes.md, as they stand there.
@MainActor @Suite struct DocumentedOtherProcessesTests {
    @Test func anObserverHearsOfTheModelsThatSomebodyElseChanged() async throws {
        let store = try NeighbourStore()
        try store.neighbour("add", "1")
        let container = try store.container()
        let counts = Locked<[Int]>([])

        let token = NotificationCenter.default.addObserver(
            forName: ModelContainer.remoteChange,
            object: container,
            queue: nil
        ) { notification in
            let updated =
                notification.userInfo?[ModelContext.NotificationKey.updatedIdentifiers] as? [PersistentIdentifier]
            counts.withLock { $0.append(updated?.count ?? 0) }
        }

        try store.neighbour("edit", "1")
        #expect(try await waiting { !counts.withLock { $0.isEmpty } })
        #expect(counts.withLock { $0 } == [1])
        NotificationCenter.default.removeObserver(token)
    }

    @Test func anObserverHearsOfEveryCommit() throws {
        let store = try NeighbourStore()
        let container = try store.container()

        let token = NotificationCenter.default.addObserver(
            forName: ModelContainer.storeChange,
            object: container,
            queue: nil
        ) { notification in
            let tokens =
                notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? [String: any HistoryToken]
            print("a commit to \(tokens?.keys.first ?? "a store without history")")
        }

        let context = ModelContext(container)
        context.insert(Ledger(title: "another"))
        try context.save()
        NotificationCenter.default.removeObserver(token)
    }

    @Test func aSaveThatMetADeletionIsRepeated() throws {
        let store = try NeighbourStore()
        try store.neighbour("add", "1")
        let context = ModelContext(try store.container())
        let entry = try context.entries([1])[0]
        context.insert(LedgerMark(label: "kept", entry: entry))
        let meanwhile = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { [file = store.file] _ in
            #expect(throws: Never.self) { try NeighbourStore.neighbour(file, ["forget", "1"]) }
        }

        do {
            try context.save()
        } catch StoreError.Code.missingRow {
            try context.save()
        }

        NotificationCenter.default.removeObserver(meanwhile)
        #expect(try store.temporary.sqlite3("SELECT ZLABEL, ZENTRY FROM ZLEDGERMARK") == "kept|")
    }
}
