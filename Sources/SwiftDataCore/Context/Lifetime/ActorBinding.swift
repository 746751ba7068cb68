import Dispatch

/// `@unchecked Sendable` without a lock: the reference is never set again, and it is opened only on the queue that the
/// context belongs to. A context whose last reference is released elsewhere leaves its end to that queue.
private final class QueueBox: @unchecked Sendable {
    weak var context: ModelContext?
    init(_ context: ModelContext?) { self.context = context }
}

/// Binds a context to the isolation that it turned out to belong to.
///
/// Changes ``ActorIsolation``, the gate and the queue of ``Autosave``. The mailbox calls back when it is filled.
package struct ActorBinding {
    let unit: UnitOfWork

    /// The context belongs to the main actor from now on, which receives the saves of other writers at its next turn.
    package func joinMainActor() {
        unit.actorIsolation.bindToMainActor()
        unit.gate.actorIsolationIsKnown()
        let box = WeakUnit(unit)
        unit.inbox.mailbox.whenFilled {
            inLaterTurnOfMainActor {
                if let unit = box.unit { unit.exclusively { unit.receiving.receive() } }
            }
        }
    }

    /// The context is used by the jobs of a queue only, which receives the saves of other writers when it is free.
    func serve(_ queue: DispatchQueue) {
        guard unit.actorIsolation.kind != .mainActor else { return }
        unit.autosave.serve(queue)
    }

    /// A job runs on the queue: from now on the context belongs to it, and receives there the saves of other writers.
    /// While the actor is being made, its context may still be in use elsewhere.
    func noteJob(on queue: DispatchQueue) {
        guard unit.actorIsolation.kind == .unknown else { return }
        unit.actorIsolation.bind(to: queue)
        unit.gate.actorIsolationIsKnown()
        let box = QueueBox(unit.context)
        unit.inbox.mailbox.whenFilled {
            queue.async {
                if let unit = box.context?.unit { unit.exclusively { unit.receiving.receive() } }
            }
        }
    }
}
