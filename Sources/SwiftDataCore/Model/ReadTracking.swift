// The owners of a ``ReadProbe``: each context has its own, and models in no context share one.

import Observation
import Synchronization

extension ReadProbe {
    /// The probe for models in no context, which may be on any thread.
    private static let shared = Mutex(ReadProbe())

    /// A registrar for a model in no context, where its read is tracked.
    static func sharedRegistrarIfTracking() -> ObservationRegistrar? {
        guard isReliable else { return ObservationRegistrar() }
        let probe = shared.withLock { $0 }
        guard probe.isTracking else { return nil }
        return shared.withLock { shared in
            // Another thread may have been quicker.
            guard shared === probe else { return ObservationRegistrar() }
            shared = ReadProbe(after: probe)
            return probe.registrar
        }
    }
}

extension UnitOfWork {
    /// True if a read of a model without a registrar is not tracked. False where that is not known yet.
    var isReadUnseen: Bool {
        // Not counted: this thread alone replaces the probe, and another one that takes over passes the gate first.
        guard gate.isOfThisThread, let probe = readProbe.map({ Unmanaged.passUnretained($0) }) else { return false }
        return probe._withUnsafeGuaranteedRef { !$0.isTracking }
    }

    /// A registrar for a model of the context, where its read is tracked.
    func registrarIfTracking() -> ObservationRegistrar? {
        guard ReadProbe.isReliable else { return ObservationRegistrar() }
        let probe = readProbe ?? ReadProbe()
        let isTracking = probe.isTracking
        readProbe = isTracking ? ReadProbe(after: probe) : probe
        return isTracking ? probe.registrar : nil
    }

    /// True if only the context itself has to be notified of a written attribute: there is no journal and no observer,
    /// and the context has not been taken over.
    var isWriteUnseen: Bool { recording.isOff && observers == nil && !isTakenOver }

    /// True if the calling thread takes the context over from a thread whose turns save it. A turn may be saving it
    /// now. The first operation of the calling thread then passes the gate, after which no turn of the other thread
    /// touches the context.
    var isTakenOver: Bool { autosave.isSavedInTurns && !gate.isOfThisThread }
}
