import Dispatch
import Foundation

/// Saves a context that asked for it, at the end of a piece of its isolation's work.
///
/// A context of the main actor is saved in the main actor's next turn after a change, and so is any other context that
/// the main thread has used last; the context of a `ModelActor` after the job that made the change. A context of another
/// isolation has no end of work that could be waited for: it is saved by `processPendingChanges()`. Each is saved when it
/// goes, and when the program ends.
package struct Autosave {
    /// The ticket by which the context is found when the program ends. A context that does not save by itself has none.
    private var ticket: AutosaveTicket?
    private var queue: DispatchQueue?
    private var isScheduled = false
    /// True if turns of the main actor save the context and the program made it itself.
    fileprivate(set) var isSavedInTurns = false

    package var isEnabled: Bool { ticket != nil }

    /// Notes a change: it shall be saved soon.
    fileprivate mutating func noteChange(of unit: UnitOfWork) {
        guard let ticket else { return }
        let isOnMainActor = unit.home.kind == .mainActor
        if queue == nil, !isOnMainActor {
            let isOnMainThread = AutosaveTicket.isOnMainThread
            ticket.noteUse(onMainThread: isOnMainThread)
            if isOnMainThread, ticket.requestTurn() {
                isSavedInTurns = true
                unit.saveInTurnOfMainThread(ticket)
            }
        }
        guard isOnMainActor, !isScheduled else { return }
        isScheduled = true
        unit.inNextTurn { unit in
            unit.autosave.isScheduled = false
            unit.saveAutomatically()
        }
    }

    fileprivate mutating func enable(_ isEnabled: Bool, for unit: UnitOfWork) {
        guard isEnabled != self.isEnabled else { return }
        ticket = isEnabled ? AutosaveTicket(unit, queue: queue) : nil
        if isEnabled, queue == nil {
            ticket?.noteUse(onMainThread: unit.home.kind == .mainActor || AutosaveTicket.isOnMainThread)
        }
    }

    fileprivate mutating func serve(_ queue: DispatchQueue) {
        self.queue = queue
        ticket?.serve(queue)
    }
}

/// `@unchecked Sendable` without a lock: made and opened on the main actor only.
private final class MainActorBox: @unchecked Sendable {
    weak var unit: UnitOfWork?
    init(_ unit: UnitOfWork) { self.unit = unit }
}

/// `@unchecked Sendable` without a lock: opened on the queue that the context belongs to only. The context is held, not
/// its unit: it must not end on another thread meanwhile.
private final class QueueBox: @unchecked Sendable {
    weak var context: ModelContext?
    init(_ context: ModelContext?) { self.context = context }
}

extension UnitOfWork {
    /// Notes that something has changed: an autosaving context saves soon.
    package func noteChange() {
        clock.noteEdit()
        autosave.noteChange(of: self)
    }

    package func enableAutosave(_ isEnabled: Bool) {
        autosave.enable(isEnabled, for: self)
        if isEnabled, hasChanges { noteChange() }
    }

    /// The context belongs to the main actor from now on, which takes in the saves of other writers at its next turn.
    package func joinMainActor() {
        home.settleOnMainActor()
        gate.homeIsKnown()
        let box = MainActorBox(self)
        inbox.mailbox.whenFilled {
            Task { @MainActor in
                if let unit = box.unit { unit.exclusively { unit.receiving.receive() } }
            }
        }
    }

    /// The context is used by the jobs of a queue only, which takes in the saves of other writers when it is free.
    func serve(_ queue: DispatchQueue) {
        guard home.kind != .mainActor else { return }
        autosave.serve(queue)
    }

    /// A job runs on the queue: from now on the context belongs to it, and takes in there the saves of other writers.
    /// While the actor is being made, its context may still be in use elsewhere.
    func noteJob(on queue: DispatchQueue) {
        guard home.kind == .unknown else { return }
        home.settle(on: queue)
        gate.homeIsKnown()
        let box = QueueBox(context)
        inbox.mailbox.whenFilled {
            queue.async {
                if let unit = box.context?.unit { unit.exclusively { unit.receiving.receive() } }
            }
        }
    }

    /// Runs something in a later turn of the main actor, which the unit belongs to.
    fileprivate func inNextTurn(_ work: @escaping @MainActor @Sendable (UnitOfWork) -> Void) {
        let box = MainActorBox(self)
        Task { @MainActor in
            if let unit = box.unit { unit.exclusively { work(unit) } }
        }
    }

    /// Saves in the main actor's next turn, if the context is still the main thread's then: its isolation is not
    /// declared, and another one may have taken it over meanwhile.
    fileprivate func saveInTurnOfMainThread(_ ticket: AutosaveTicket) {
        let box = MainActorBox(self)
        Task { @MainActor in
            ticket.turnComes()
            box.unit?.saveWhereMainThreadWasLast()
        }
    }

    /// Saves unless another thread is at work in the context, or was the last to be.
    private func saveWhereMainThreadWasLast() {
        guard gate.tryEnter() else { return }
        defer { if gate.leave() { gate.endIfAsked(endWithContext) } }
        // Held, so that it does not end in the middle of the save.
        guard gate.wasLastUsedByMainThread, let context else { return }
        withExtendedLifetime(context) { exclusively { saveAutomatically() } }
    }

    /// Saves if the context asks for it. A failure is logged and announced, and the changes stay pending.
    package func saveAutomatically() {
        guard autosave.isEnabled, !recording.isInTransaction else { return }
        guard !saveRun.isUnderWay else { return requestSave() }
        guard hasChanges else { return }
        do {
            try save(posting: context)
        } catch {
            log.error("autosave failed, the changes stay pending: \(error)")
            announceFailure(error, of: context)
        }
    }

    /// Posts the error of a save that has no caller to throw it to.
    package func announceFailure(_ error: any Error, of context: ModelContext?) {
        NotificationCenter.default.post(
            name: ModelContext.didFailToAutosave,
            object: context,
            userInfo: [ModelContext.autosaveErrorKey: error]
        )
    }
}
