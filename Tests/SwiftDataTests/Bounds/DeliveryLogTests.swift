import SwiftData
import SwiftDataCore
import Testing

/// The list of saves that a container's contexts share, compared with a queue for each context.
@Suite struct DeliveryLogTests {
    private typealias Delivery = ContextMailbox.Delivery

    private func row(_ number: Int) -> PersistentIdentifier {
        PersistentIdentifier(store: "delivery-log", entity: "Row", row: Int64(number))
    }

    @Test func eachContextReadsWhatOthersHaveSavedInOrder() {
        let log = DeliveryLog()
        let (first, second) = (ContextMailbox(log), ContextMailbox(log))
        log.deliver(Delivery(updated: [row(1)]), from: first)
        log.deliver(Delivery(updated: [row(2)], deleted: [row(3)]), from: nil)
        #expect(first.isFilled && second.isFilled)
        #expect(first.takeAll()?.updated == [row(2)])
        #expect(second.takeAll()?.updated == [row(1), row(2)])
        #expect(!first.isFilled && !second.isFilled)
        #expect(first.takeAll() == nil)
        #expect(log.counts.entries == 0)
    }

    @Test func ownSavesAreNotReadAndDoNotStay() {
        let log = DeliveryLog()
        let mailbox = ContextMailbox(log)
        for number in 0..<10 { log.deliver(Delivery(updated: [row(number)]), from: mailbox) }
        #expect(!mailbox.isFilled)
        #expect(mailbox.takeAll() == nil)
        #expect(log.counts.entries == 0)
    }

    @Test func whatContextsOfTheLogReadIsWhatAQueueForEachWouldHold() {
        for seed in 0..<40 { compare(seed: UInt64(seed)) }
    }

    /// Random saves, reads, new contexts and ended ones, on the log and on a list of deliveries for each context.
    private func compare(seed: UInt64) {
        var random = Numbers(state: seed &* 7_919 &+ 1)
        let log = DeliveryLog()
        var contexts: [(mailbox: ContextMailbox, queue: [Delivery])] = []
        for _ in 0..<400 {
            switch random.next() % 8 {
            case 0 where contexts.count < 12: contexts.append((ContextMailbox(log), []))
            case 1 where !contexts.isEmpty: contexts.remove(at: Int(random.next() % UInt64(contexts.count)))
            case 2, 3, 4:
                let rows = (0..<3).map { _ in row(Int(random.next() % 20)) }
                var delivery = Delivery(inserted: [rows[0]], updated: [rows[1]], joined: [rows[1]])
                if random.next() % 3 == 0 { delivery.deleted = [rows[2]] }
                let place = Int(random.next() % UInt64(contexts.count + 1))
                let sender = contexts.indices.contains(place) ? contexts[place].mailbox : nil
                log.deliver(delivery, from: sender)
                for index in contexts.indices where contexts[index].mailbox !== sender {
                    contexts[index].queue.append(delivery)
                }
            default:
                guard !contexts.isEmpty else { continue }
                let index = Int(random.next() % UInt64(contexts.count))
                let expected = joined(contexts[index].queue)
                #expect(contexts[index].mailbox.isFilled == (expected != nil))
                let found = contexts[index].mailbox.takeAll()
                contexts[index].queue = []
                #expect(found?.inserted == expected?.inserted)
                #expect(found?.updated == expected?.updated)
                #expect(found?.deleted == expected?.deleted)
                #expect(found?.joined == expected?.joined)
                #expect(found?.everything == expected?.everything)
            }
        }
        for context in contexts { _ = context.mailbox.takeAll() }
        #expect(log.counts.entries == 0)
        #expect(log.counts.weight == 0)
    }

    /// Joins deliveries one after the other: a deletion takes back what came before it.
    private func joined(_ queue: [Delivery]) -> Delivery? {
        guard var result = queue.first else { return nil }
        for delivery in queue.dropFirst() {
            result.inserted.removeAll { delivery.deleted.contains($0) }
            result.updated.removeAll { delivery.deleted.contains($0) }
            result.inserted += delivery.inserted
            result.updated += delivery.updated
            result.deleted += delivery.deleted
            result.joined.formUnion(delivery.joined)
        }
        return result
    }

    @Test func anIdleContextKeepsABoundedNumberOfIdentifiers() {
        let log = DeliveryLog()
        let (idle, busy) = (ContextMailbox(log), ContextMailbox(log))
        for number in 0..<200_000 {
            log.deliver(Delivery(deleted: [row(number)], joined: [row(number)]), from: busy)
            if log.counts.weight > DeliveryLog.mostKept { Issue.record("\(log.counts)") }
        }
        let found = idle.takeAll()
        #expect(found?.everything == true)
        #expect(log.counts.entries == 0)
        #expect(busy.takeAll() == nil)
    }

    @Test func oneLargeSaveIsKeptWhole() {
        let log = DeliveryLog()
        let (idle, busy) = (ContextMailbox(log), ContextMailbox(log))
        let rows = (0..<DeliveryLog.mostKept * 2).map(row)
        log.deliver(Delivery(inserted: rows), from: busy)
        #expect(idle.takeAll()?.inserted == rows)
        #expect(log.counts.weight == 0)
    }

    @Test func aContextThatIsWokenIsToldOnceUntilItLooks() {
        let log = DeliveryLog()
        let (idle, woken, busy) = (ContextMailbox(log), ContextMailbox(log), ContextMailbox(log))
        let count = Counter()
        woken.whenFilled { count.add() }
        for number in 0..<5 { log.deliver(Delivery(updated: [row(number)]), from: busy) }
        #expect(count.value == 1)
        #expect(log.counts.notified == 1)
        #expect(woken.takeAll()?.updated.count == 5)
        log.deliver(Delivery(updated: [row(5)]), from: busy)
        #expect(count.value == 2)
        // What is there already wakes at once.
        idle.whenFilled { count.add() }
        #expect(count.value == 3)
        log.deliver(Delivery(updated: [row(6)]), from: woken)
        #expect(count.value == 3)
    }

    @Test func rowsGoToContextsThatWantThemOnly() {
        let log = DeliveryLog()
        let (idle, wanting, busy) = (ContextMailbox(log), ContextMailbox(log), ContextMailbox(log))
        wanting.want(["Author"])
        #expect(log.wanted(besides: busy) == ["Author"])
        #expect(log.wanted(besides: wanting).isEmpty)
        let row = PersistentIdentifier(store: "delivery-log", entity: "Author", row: 1)
        var delivery = Delivery(updated: [row])
        let values = Author._$modelLayout.unloadedValues
        delivery.rows[row] = DefaultSnapshot(persistentIdentifier: row, layout: Author._$modelLayout, values: values)
        log.deliver(delivery, from: busy, seen: log.count)
        #expect(log.counts.rows == 1)
        #expect(idle.takeAll()?.rows.isEmpty == true)
        #expect(wanting.takeAll()?.rows.count == 1)
        // A row that somebody else has written since is another one.
        log.deliver(delivery, from: busy, seen: log.count)
        log.deliver(Delivery(updated: [row]), from: nil)
        #expect(wanting.takeAll()?.rows.isEmpty == true)
        // As is that of a sender that had not seen everything.
        log.deliver(delivery, from: busy, seen: log.count - 1)
        #expect(wanting.takeAll()?.rows.isEmpty == true)
        // And one that the context has written itself.
        log.deliver(delivery, from: busy, seen: log.count)
        log.deliver(Delivery(updated: [row]), from: wanting)
        #expect(wanting.takeAll()?.rows.isEmpty == true)
    }

    @Test func aContextThatStaysBehindIsGivenABoundedNumberOfRows() {
        let log = DeliveryLog()
        let (wanting, busy) = (ContextMailbox(log), ContextMailbox(log))
        wanting.want(["Author"])
        let values = Author._$modelLayout.unloadedValues
        var most = 0
        for save in 0..<40 {
            let rows = (save * 1_000..<(save + 1) * 1_000).map {
                PersistentIdentifier(store: "delivery-log", entity: "Author", row: Int64($0))
            }
            var delivery = Delivery(updated: rows)
            for row in rows {
                delivery.rows[row] = DefaultSnapshot(
                    persistentIdentifier: row,
                    layout: Author._$modelLayout,
                    values: values
                )
            }
            log.deliver(delivery, from: busy, seen: log.count)
            most = max(most, log.counts.rows)
        }
        #expect(most > 5_000 && most <= 10_000)
        // What is left out is read by the context itself.
        #expect(wanting.takeAll()?.everything == true)
        #expect(log.counts.rows == 0)
    }

    @Test func contextsThatEndLeaveNothing() {
        let log = DeliveryLog()
        let busy = ContextMailbox(log)
        for number in 0..<100 {
            let mailbox = ContextMailbox(log)
            mailbox.want(["Author"])
            mailbox.whenFilled {}
            log.deliver(Delivery(updated: [row(number)]), from: busy)
        }
        #expect(log.counts.entries == 0)
        #expect(log.counts.interests == 0)
        #expect(log.wanted(besides: busy).isEmpty)
    }
}

/// Random numbers that are the same for the same seed.
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 17
    }
}

private final class Counter: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
