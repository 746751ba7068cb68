import ClientModels
import SwiftData
import TestSupport
import Testing

/// A save over two stores, of which the second one refuses a row that another process has deleted.
@MainActor @Suite struct SaveRaceOfStoresTests {
    @Test func whoIsToldOfTheDeletionMaySaveToBothStores() throws {
        let store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        let file = store.file
        let container = try ModelContainer(
            for: Camp.self,
            Expedition.self,
            Ledger.self,
            LedgerMark.self,
            configurations: ModelConfiguration(
                "camps",
                schema: Schema([Expedition.self, Camp.self]),
                url: store.temporary.url.appendingPathComponent("camps.store")
            ),
            ModelConfiguration("ledger", schema: Schema([Ledger.self, LedgerMark.self]), url: file)
        )
        let context = ModelContext(container)
        let mark = LedgerMark(label: "new", entry: try context.entries([2])[0])
        context.insert(mark)
        context.insert(Camp(1))
        let deleting = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in
            #expect(throws: Never.self) {
                if try ledgerContainer(file).hasEntry(2) { try NeighbourStore.neighbour(file, ["delete", "2"]) }
            }
        }
        let saving = NotificationCenter.default.addObserver(
            forName: ModelContainer.remoteChange,
            object: container,
            queue: nil
        ) { notification in
            #expect(throws: Never.self) {
                guard let container = notification.object as? ModelContainer else { return }
                let other = ModelContext(container)
                other.insert(Camp(7))
                other.insert(Ledger(title: "told"))
                try other.save()
            }
        }
        defer { for observer in [deleting, saving] { NotificationCenter.default.removeObserver(observer) } }
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .missingRow && error?.entityName == "LedgerMark")
        let reported = ModelContext(container)
        #expect(try reported.fetchCount(FetchDescriptor<Camp>(predicate: #Predicate { $0.number == 7 })) == 1)
        #expect(try reported.fetchCount(FetchDescriptor<Camp>(predicate: #Predicate { $0.number == 1 })) == 0)
        try context.save()
        #expect(mark.entry == nil)
        #expect(try reported.fetch(FetchDescriptor<Camp>(sortBy: [SortDescriptor(\.number)])).map(\.number) == [1, 7])
        #expect(try reported.fetch(FetchDescriptor<LedgerMark>()).map(\.label) == ["new"])
    }
}

extension ModelContainer {
    fileprivate func hasEntry(_ number: Int) throws -> Bool {
        try ModelContext(self).fetchCount(FetchDescriptor<LedgerEntry>(predicate: #Predicate { $0.number == number }))
            > 0
    }
}
