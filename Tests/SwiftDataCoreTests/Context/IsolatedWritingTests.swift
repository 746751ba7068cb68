import SwiftDataCore
import Testing

/// The locks of isolated transactions, by themselves.
@Suite struct IsolatedWritingTests {
    private let events = LockedStore.Events()
    private let editing = EditingState()

    private func store(_ name: String, isWritable: Bool = true) -> LockedStore {
        LockedStore(name, events, isWritable: isWritable)
    }

    @Test func aTransactionHoldsEachLockAndASaveWaitsForItsBlock() throws {
        var writing = IsolatedWriting()
        #expect(!writing.isInBlock && writing.current == nil)
        writing.begin(try Isolation([store("A"), store("B")], editing))
        #expect(writing.isInBlock && events.all == ["+ A", "+ B"])
        writing.endBlock()
        #expect(!writing.isInBlock && writing.current != nil)
        writing.end()
        #expect(writing.current == nil)
        // The last lock is the first to go.
        #expect(events.all == ["+ A", "+ B", "- B", "- A"])
        writing.end()
        #expect(events.all.count == 4)
    }

    @Test func aBlockThatThrowsIsOverWithItsTransaction() throws {
        var writing = IsolatedWriting()
        writing.begin(try Isolation([store("A")], editing))
        writing.end()
        #expect(!writing.isInBlock)
    }

    @Test func aLockThatCannotBeTakenLeavesNone() throws {
        let (first, second) = (store("A"), store("B"))
        second.failure = StoreError(.locked, "no", entity: "Dock")
        #expect(throws: StoreError.self) { try Isolation([first, second], editing) }
        #expect(events.all == ["+ A", "- A"])
    }

    @Test func storesThatAreOnlyReadAreLockedWhereThereAreNoOthers() throws {
        let reader = store("R", isWritable: false)
        let isolation = try Isolation([reader, store("A")], editing)
        #expect(events.all == ["+ A"])
        // Another process may write the store that is only read here.
        #expect(isolation.versions == nil)
        isolation.release()
        events.all = []
        let only = try Isolation([reader], editing)
        #expect(events.all == ["+ R"] && only.versions?.count == 1)
        only.release()
    }

    /// Such as custom stores, for `ModelContainer.write`.
    @Test func storesWithoutALockAreLeftOut() throws {
        let (reader, lockable, other) = (store("R", isWritable: false), store("A"), store("custom"))
        let isolation = try Isolation([lockable], of: [lockable, other], editing)
        #expect(events.all == ["+ A"] && isolation.versions == nil)
        isolation.release()
        events.all = []
        // The other store can be written: the one that cannot is no reason to refuse.
        let beside = try Isolation([reader], of: [reader, other], editing)
        #expect(events.all.isEmpty && beside.versions == nil)
        let none = try Isolation([], of: [other], editing)
        #expect(events.all.isEmpty && none.versions == nil)
    }

    @Test func rowsAreNewestUntilAnybodyWrites() throws {
        let (first, second) = (store("A"), store("B"))
        var writing = IsolatedWriting()
        let isolation = try Isolation([first, second], editing)
        #expect(!writing.isUpToDate(isolation.versions))
        writing.noteEnd(isolation.versions)
        #expect(writing.isUpToDate(isolation.versions))
        second.writes = 1
        #expect(!writing.isUpToDate(isolation.versions))
        writing.noteEnd(isolation.versions)
        #expect(writing.isUpToDate(isolation.versions))
        first.writes = nil
        #expect(!writing.isUpToDate(isolation.versions))
        first.writes = 0
        // After a transaction that has failed, nothing is known.
        writing.noteEnd(nil)
        #expect(!writing.isUpToDate(isolation.versions))
        isolation.release()
    }
}
