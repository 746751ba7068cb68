package import Dispatch
import Foundation
import Synchronization

/// A reference by which a context with autosave is found when the program ends, with the isolation that may use it
/// then.
///
/// `@unchecked Sendable`: `place` is behind its lock, and `unit` is opened only by the isolation that `place` names.
/// Reading a weak reference is safe on any thread.
package final class AutosaveTicket: @unchecked Sendable {
    private enum Place {
        case mainThread, otherThread
        case queue(DispatchQueue)
    }

    private weak var unit: UnitOfWork?
    private let place: Locked<Place>
    /// True if a turn of the main actor has been asked for and has not come yet. The turn saves a context that belongs
    /// to the main thread by its use alone.
    private let isTurnRequested = Atomic(false)
    /// The last value of `place`, which the context's own isolation reads without the lock.
    private var wasOnMainThread = false

    private struct Tickets {
        var all: [WeakTicket] = []
        var schedule = SweepSchedule()
    }

    private static let tickets = Locked(Tickets())
    /// Made once: the handler that the system runs when the program ends.
    private static let handler: Void = { _ = atexit { AutosaveTicket.saveAll() } }()
    /// The key by which the work of the main queue is recognised. Made, and given to the queue, at the first use.
    private static let mainQueue = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// `dispatchMain()`, and a `main` that waits for something, end the main thread and give its work to other threads,
    /// one at a time.
    package static var isOnMainThread: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) != nil }

    /// The number of known contexts, for tests.
    package static var count: Int { tickets.withLock { $0.all.count } }

    package init(_ unit: UnitOfWork, queue: DispatchQueue?) {
        self.unit = unit
        place = Locked(queue.map { .queue($0) } ?? .otherThread)
        Self.handler
        Self.tickets.withLock { tickets in
            if tickets.schedule.isDue(tickets.all.count) {
                tickets.all.removeAll { $0.ticket == nil }
                tickets.schedule.swept(tickets.all.count)
            }
            tickets.all.append(WeakTicket(ticket: self))
        }
    }

    /// Notes on which thread the context was used last.
    package func noteUse(onMainThread isMain: Bool) {
        guard isMain != wasOnMainThread else { return }
        wasOnMainThread = isMain
        place.withLock { $0 = isMain ? .mainThread : .otherThread }
    }

    /// True if a turn of the main actor has to be asked for.
    package func requestTurn() -> Bool { !isTurnRequested.exchange(true, ordering: .relaxed) }

    package func turnComes() { isTurnRequested.store(false, ordering: .relaxed) }

    package func serve(_ queue: DispatchQueue) {
        place.withLock { $0 = .queue(queue) }
    }

    private func save() {
        if let unit { unit.exclusively { unit.autosaving.saveAutomatically() } }
    }
}

private struct WeakTicket {
    weak var ticket: AutosaveTicket?
}

// MARK: - The end of the program

extension AutosaveTicket {
    /// The time that the end of the program waits for actors that are still at work.
    private static let patience = 5

    /// Saves the pending changes of the contexts that no other thread can be using: the contexts of the main thread,
    /// whose work is over, and the contexts of actors, each after the job that it is running.
    private static func saveAll() {
        // Contexts that have gone are used by no isolation, and a gate keeps their models' ends apart from this.
        PendingContextEnds.endAll()
        guard isOnMainThread else { return }
        let tickets = tickets.withLock { $0.all.compactMap(\.ticket) }
        let group = DispatchGroup()
        for ticket in tickets {
            switch ticket.place.withLock({ $0 }) {
            case .mainThread: ticket.save()
            case .queue(let queue): queue.async(group: group) { ticket.save() }
            case .otherThread: continue
            }
        }
        if group.wait(timeout: .now() + .seconds(patience)) == .timedOut {
            log.error("the program ended while a ModelActor was running: its unsaved changes are lost.")
        }
    }
}
