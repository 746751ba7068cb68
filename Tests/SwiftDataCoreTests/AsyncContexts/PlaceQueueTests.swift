import SwiftDataCore
import Testing

/// The places of a pool, by themselves.
@Suite struct PlaceQueueTests {
    /// A queue of two places, whose answers an expectation may ask for.
    private final class Places {
        private var queue = PlaceQueue<Int>(limit: 2)

        var limit: Int {
            get { queue.limit }
            set { queue.limit = newValue }
        }
        var taken: Int { queue.taken }
        var isWriting: Bool { queue.isWriting }
        var waitingCount: Int { queue.waitingCount }

        func enter(_ kind: ContextCall.Kind) -> Bool { queue.enter(kind) }
        func wait(_ caller: Int, _ kind: ContextCall.Kind) { queue.wait(caller, kind) }
        func leave(_ kind: ContextCall.Kind) { queue.leave(kind) }
        func admitNext() -> Int? { queue.admitNext() }
        func giveUp(_ caller: Int) -> Bool { queue.giveUp(caller) }
    }

    private let queue = Places()

    @Test func thePlacesAreTakenUntilThereAreNoMore() {
        #expect(queue.enter(.read) && queue.enter(.read))
        #expect(!queue.enter(.read) && queue.taken == 2)
        queue.leave(.read)
        #expect(queue.enter(.read))
    }

    @Test func whoWaitsIsAdmittedInOrder() {
        #expect(queue.enter(.read) && queue.enter(.read))
        for caller in 1...3 { queue.wait(caller, .read) }
        #expect(queue.admitNext() == nil && queue.waitingCount == 3)
        queue.leave(.read)
        queue.leave(.read)
        #expect([queue.admitNext(), queue.admitNext(), queue.admitNext()] == [1, 2, nil])
        #expect(queue.taken == 2 && queue.waitingCount == 1)
    }

    @Test func oneWritesAtATimeAndReadersOvertakeTheOthers() {
        #expect(queue.enter(.write) && queue.isWriting)
        #expect(!queue.enter(.write))
        queue.wait(1, .write)
        queue.wait(2, .write)
        #expect(queue.enter(.read))
        queue.wait(3, .read)
        queue.leave(.read)
        // The writers still wait for the one that writes.
        #expect(queue.admitNext() == 3)
        queue.leave(.write)
        #expect(!queue.isWriting)
        #expect(queue.admitNext() == 1 && queue.isWriting)
        queue.leave(.write)
        #expect(queue.admitNext() == 2)
    }

    @Test func aWriterThatMayWriteIsNotOvertaken() {
        #expect(queue.enter(.read) && queue.enter(.read))
        queue.wait(1, .write)
        queue.wait(2, .read)
        queue.leave(.read)
        #expect(queue.admitNext() == 1)
        queue.leave(.read)
        #expect(queue.admitNext() == 2)
    }

    @Test func whoGivesUpIsNotAdmitted() {
        #expect(queue.enter(.read) && queue.enter(.read))
        queue.wait(1, .read)
        queue.wait(2, .read)
        #expect(queue.giveUp(1) && !queue.giveUp(1) && !queue.giveUp(7))
        queue.leave(.read)
        #expect(queue.admitNext() == 2)
    }

    @Test func fewerPlacesAreHandedOutOnceTheLimitIsLower() {
        #expect(queue.enter(.read) && queue.enter(.read))
        queue.limit = 1
        queue.wait(1, .read)
        queue.leave(.read)
        #expect(queue.admitNext() == nil)
        queue.leave(.read)
        #expect(queue.admitNext() == 1)
        #expect(PlaceQueue<Int>(limit: 0).limit == 1)
    }
}
