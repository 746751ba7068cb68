package import Dispatch
import Foundation
import Synchronization

/// The isolation that a context belongs to, as far as it is known.
///
/// Read by any thread; set once, by the isolation itself.
package final class ActorIsolation: Sendable {
    package enum Kind: UInt8, AtomicRepresentable {
        /// A task, a thread, or an actor of the program's.
        case unknown
        case mainActor
        /// The queue of a `ModelActor`'s executor.
        case queue
    }

    /// The place where the end of a context runs.
    package enum PlaceOfEnd {
        /// The calling code is that of the isolation, or no other code is.
        case here
        case mainActor
        case queue(DispatchQueue)
        case executor(HeldExecutor)
    }

    /// Marks a queue with the isolation that it serves.
    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()

    private let knownKind = Atomic(Kind.unknown)
    private let queue = Mutex<DispatchQueue?>(nil)
    /// The number of the main thread, where the context was made on it.
    private let mainThread: UInt = Thread.isMainThread ? ThreadNumber.current : 0

    package init() {}

    package var kind: Kind { knownKind.load(ordering: .acquiring) }

    /// The context belongs to the main actor from now on.
    package func bindToMainActor() { knownKind.store(.mainActor, ordering: .releasing) }

    /// The context belongs to a queue from now on.
    package func bind(to queue: DispatchQueue) {
        queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self))
        self.queue.withLock { $0 = queue }
        knownKind.store(.queue, ordering: .releasing)
    }

    /// True if the calling thread is one of the isolation's, false if not; nil where the isolation is not known.
    package var isHere: Bool? {
        switch kind {
        case .unknown: nil
        case .mainActor: AutosaveTicket.isOnMainThread
        case .queue: DispatchQueue.getSpecific(key: Self.queueKey) == ObjectIdentifier(self)
        }
    }

    /// The place where a context ends that the calling code releases.
    /// - Parameter gate: The gate of the context, which records the thread and the executor that used it last.
    package func placeOfEnd(_ gate: ContextGate) -> PlaceOfEnd {
        switch kind {
        case .mainActor: isHere == true ? .here : .mainActor
        case .queue: isHere == true ? .here : queue.withLock { $0.map { .queue($0) } ?? .here }
        case .unknown: wasLastOnMainThread(gate) && !Thread.isMainThread ? .mainActor : gate.placeOfEnd
        }
    }

    /// True if the main thread used the context last. Asked where nothing else is known of its isolation.
    private func wasLastOnMainThread(_ gate: ContextGate) -> Bool {
        let last = gate.threadNumber
        return mainThread != 0 && (last == mainThread || last == 0)
    }
}

// MARK: - Use by another isolation

#if DEBUG
    extension IsolationReports {
        /// Reports a read or a write outside of the isolation of the model's context. In debug builds only. The
        /// deinitialiser of a model may read it wherever the model is released.
        static func noteAccess(to state: ModelState) {
            guard let unit = state.unit, unit.actorIsolation.isHere == false, state.model != nil else { return }
            report(.access(state.layout.entityName), unit)
        }
    }
#endif
