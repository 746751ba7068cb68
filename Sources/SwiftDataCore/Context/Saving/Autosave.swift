package import Dispatch

/// Saves a context that asked for it, at the end of a piece of its isolation's work.
///
/// A context of the main actor is saved in the main actor's next turn after a change, and so is any other context that
/// the main thread has used last; the context of a `ModelActor` after the job that made the change. A context of another
/// isolation has no end of work that could be waited for: it is saved by `processPendingChanges()`. Each is saved when it
/// goes, and when the program ends.
package struct Autosave {
    /// The ticket by which the context is found when the program ends. A context without autosave has none.
    private var ticket: AutosaveTicket?
    private var queue: DispatchQueue?
    private var isScheduled = false
    /// True if turns of the main actor save the context and the program made it itself.
    package private(set) var isSavedInTurns = false

    package var isEnabled: Bool { ticket != nil }

    /// Notes a change: it shall be saved soon.
    package mutating func noteChange(of unit: UnitOfWork) {
        guard let ticket else { return }
        let isOnMainActor = unit.actorIsolation.kind == .mainActor
        if queue == nil, !isOnMainActor {
            let isOnMainThread = AutosaveTicket.isOnMainThread
            ticket.noteUse(onMainThread: isOnMainThread)
            if isOnMainThread, ticket.requestTurn() {
                isSavedInTurns = true
                unit.autosaving.saveOnMainThread(ticket)
            }
        }
        guard isOnMainActor, !isScheduled else { return }
        isScheduled = true
        unit.autosaving.inNextTurn { unit in
            unit.autosave.isScheduled = false
            unit.autosaving.saveAutomatically()
        }
    }

    package mutating func enable(_ isEnabled: Bool, for unit: UnitOfWork) {
        guard isEnabled != self.isEnabled else { return }
        ticket = isEnabled ? AutosaveTicket(unit, queue: queue) : nil
        if isEnabled, queue == nil {
            ticket?.noteUse(onMainThread: unit.actorIsolation.kind == .mainActor || AutosaveTicket.isOnMainThread)
        }
    }

    package mutating func serve(_ queue: DispatchQueue) {
        self.queue = queue
        ticket?.serve(queue)
    }
}
