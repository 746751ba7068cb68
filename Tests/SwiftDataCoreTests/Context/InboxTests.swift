import SwiftDataCore
import Testing

/// The inbox of a context by itself.
@Suite struct InboxTests {
    private let rows = (1...4).map { Plain.row($0) }

    private func core(_ stores: [any StoreAccess] = []) -> ContainerCore {
        ContainerCore(schema: Schema([Dock.self]), migrationPlan: nil, stores: stores, configurations: [])
    }

    private func deliver(_ identifiers: [PersistentIdentifier], to core: ContainerCore) {
        core.deliver(ContextMailbox.Delivery(updated: identifiers), from: nil)
    }

    @Test func whatIsWaitingIsTakenOnceWithRowsToReadAgain() {
        let core = core()
        var inbox = Inbox(core)
        #expect(inbox.takeAll(core) == nil)
        deliver([rows[0]], to: core)
        deliver([rows[1]], to: core)
        inbox.readAgain([rows[2]])
        inbox.readAgain([rows[3]])
        #expect(inbox.takeAll(core)?.updated == rows)
        #expect(inbox.seenDeliveries == core.deliveryCount && core.deliveryCount == 2)
        #expect(inbox.takeAll(core) == nil)
    }

    @Test func rowsThatCouldNotBeReadAreAFailureUntilTheyAreTaken() {
        let core = core()
        var inbox = Inbox(core)
        inbox.readAgain([], after: StoreError(.unreadable, "no", entity: "Dock"))
        #expect(inbox.failure == nil)
        inbox.readAgain([rows[0]], after: StoreError(.locked, "later", entity: "Dock"))
        #expect((inbox.failure as? StoreError)?.code == .locked)
        #expect(inbox.takeAll(core)?.updated == [rows[0]])
        #expect(inbox.failure == nil && inbox.takeAll(core) == nil)
    }

    @Test func aLookThatFailedIsMadeOfEverything() {
        let core = core()
        var inbox = Inbox(core)
        inbox.lookUpModelsAgain()
        let delivery = inbox.takeAll(core)
        #expect(delivery?.everything == true && delivery?.isIncomplete == true)
        #expect(inbox.takeAll(core) == nil)
    }

    @Test func partnersAreDueUntilTheyAreLookedUp() {
        let core = core()
        var inbox = Inbox(core)
        inbox.lookUpPartnersAgain()
        // A delivery for each turn, so that somebody looks.
        let deliveries = [inbox.takeAll(core), inbox.takeAll(core)]
        #expect(deliveries.map { $0?.everything } == [false, false])
        let answers = [inbox.takePartnersToLookUp(), inbox.takePartnersToLookUp()]
        #expect(answers == [true, false] && inbox.takeAll(core) == nil)
    }

    @Test func commitsWithoutAListAreSeenWhenTheInboxIsTaken() {
        let store = LockedStore("A", LockedStore.Events())
        let core = core([store])
        var inbox = Inbox(core)
        #expect(inbox.seenUndescribed(of: store) == nil)
        store.undescribedCount = 3
        #expect(inbox.seenUndescribed(of: store) == nil)
        _ = inbox.takeAll(core)
        store.undescribedCount = 4
        #expect(inbox.seenUndescribed(of: store) == 3)
        // A context that is made now has seen them all.
        #expect(Inbox(core).seenUndescribed(of: store) == 4)
    }
}
