import Dispatch
import Foundation
import Synchronization

/// The isolation that a context belongs to, as far as it is known.
enum ContextHome {
    /// A task, a thread, or an actor of the program's.
    case unknown
    case mainActor
    /// The queue of a `ModelActor`'s executor.
    case queue(DispatchQueue)

    /// Names the queue that runs the jobs of a context.
    static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
}

extension UnitOfWork {
    /// True if the calling thread is one of the isolation's, false if not; nil where the isolation is not known.
    var isAtHome: Bool? {
        switch home.withLock({ $0 }) {
        case .unknown: nil
        case .mainActor: AutosaveTicket.isOnMainThread
        case .queue: DispatchQueue.getSpecific(key: ContextHome.queueKey) == ObjectIdentifier(self)
        }
    }
}

// MARK: - The end of a context

/// Carries a unit of work to the isolation that it belongs to.
///
/// `@unchecked Sendable` without a lock: it is opened once, in that isolation.
final class EndingUnit: @unchecked Sendable {
    private let unit: UnitOfWork

    init(_ unit: UnitOfWork) { self.unit = unit }

    func end() { unit.endWhenFree() }
}

extension UnitOfWork {
    /// The context is being released, on whatever thread that is. Pending changes are saved where the context belongs,
    /// which is here where that is not known.
    func contextIsGoing() {
        let ending = EndingUnit(self)
        switch home.withLock({ $0 }) {
        case .mainActor where isAtHome == false: Task { @MainActor in ending.end() }
        case .queue(let queue) where isAtHome == false: queue.async { ending.end() }
        case .unknown:
            let isOfMainThread = wasLastOnMainThread && !Thread.isMainThread
            switch isOfMainThread ? .mainActor : gate.placeOfEnd {
            case .here: endHere(ending)
            case .mainActor: Task { @MainActor in ending.end() }
            case .executor(let executor):
                let number = EndsOnTheWay.add(ending)
                executor.run { EndsOnTheWay.take(number)?.end() }
            }
        default: endHere(ending)
        }
    }

    /// The calling code is that of the isolation, or nothing else is.
    private func endHere(_ ending: EndingUnit) {
        // A save would wait for the lock that its own thread holds.
        if PostponedEnds.add(ending) { return }
        endWhenFree()
    }

    /// True if the main thread used the context last. Asked where nothing else is known of its isolation.
    private var wasLastOnMainThread: Bool {
        let last = gate.threadNumber
        return mainThread != 0 && (last == mainThread || last == 0)
    }

    fileprivate func endWhenFree() {
        gate.askForEnd()
        gate.endIfAsked(endWithContext)
    }

    /// Saves where the context saves by itself, and lets go of what it kept. No other thread is inside the gate.
    func endWithContext() {
        // A model may have asked for a context in the meantime.
        guard context == nil else { return }
        if !hasLetGo {
            if autosave.isEnabled { saveWhenContextGoes() }
            hasLetGo = true
            letGo()
        }
        endWithModels()
    }

    /// Unsaved changes are of use as long as any model leads to them. The states that have them hold the unit, and are
    /// released with the last model.
    private func endWithModels() {
        guard !pending.isEmpty else { return }
        // Before any model is asked whether it is there: see ``ModelState/leave()``.
        isEndingWithModels.store(true, ordering: .sequentiallyConsistent)
        if let survivor, isSurvivor(survivor) { return }
        survivor = identityMap.all.first(where: isSurvivor)
        if survivor != nil { return }
        // What is left was inserted after the context had gone, and may be held by the program as well.
        closeMembers()
        withExtendedLifetime(pending.letModelsGo()) {}
        survivor = identityMap.all.first(where: isSurvivor)
        if survivor == nil { _ = takePending() }
    }

    /// True if a state has a model in memory that the unit does not keep itself.
    private func isSurvivor(_ state: ModelState) -> Bool { state.model != nil && keptModel(of: state) == nil }

    /// A change is noted. Where the context has gone, it ends with the models.
    func noteChangeWithoutContext() {
        if hasLetGo { isEndingWithModels.store(true, ordering: .sequentiallyConsistent) }
    }

    /// A model has ended after the context of its unit. Called on whatever thread releases the model.
    func modelHasEnded() { endWhenFree() }
}

// MARK: - Use by another isolation

#if DEBUG
    extension UnitOfWork {
        /// Reports an operation outside of the isolation that the context belongs to. In debug builds only.
        func noteEntry() {
            if isAtHome == false { IsolationReports.report(.operation, self) }
        }
    }

    extension ModelState {
        /// Reports a read or a write outside of the isolation of the model's context. In debug builds only. The
        /// deinitialiser of a model may read it wherever the model is released.
        func noteAccess() {
            guard let unit, unit.isAtHome == false, model != nil else { return }
            IsolationReports.report(.access(layout.entityName), unit)
        }
    }
#endif
