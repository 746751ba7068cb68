import Dispatch
import Foundation
import Observation
import Synchronization

/// Finds out whether a read is being tracked, as by `withObservationTracking`, without a registrar for each model.
///
/// A registrar costs more than the model that it is for, and most models that are read are never observed. Observation
/// does not say whether anybody is tracking. But a tracked access puts its key path into a set, and one with an index
/// asks the index for its hash: so a probe tells a registrar of its own of an access, and sees whether it was asked.
/// Where it was, the model that is being read gets the registrar of the probe, so that what was noted there lasts no longer
/// than the model, and the next read has another probe.
final class ReadProbe: Sendable {
    /// The index of the key path, which counts how often it is asked for its hash.
    private final class Mark: Hashable, Sendable {
        let count = Atomic<Int>(0)

        static func == (lhs: Mark, rhs: Mark) -> Bool { lhs === rhs }

        func hash(into hasher: inout Hasher) {
            count.wrappingAdd(1, ordering: .relaxed)
            hasher.combine(ObjectIdentifier(self))
        }
    }

    private struct Subject: Observable {
        subscript(mark: Mark) -> Int { 0 }
    }

    let registrar: ObservationRegistrar
    private let mark: Mark
    private let keyPath: any KeyPath<Subject, Int> & Sendable

    init() {
        mark = Mark()
        keyPath = \Subject.[mark]
        registrar = ObservationRegistrar()
    }

    /// The same as another with a registrar of its own, to go on with when that one's has been handed over.
    init(after used: ReadProbe) {
        mark = used.mark
        keyPath = used.keyPath
        registrar = ObservationRegistrar()
    }

    /// Whether this read is tracked. Another thread's may be taken for it, which does no harm.
    var isTracking: Bool {
        let before = mark.count.load(ordering: .relaxed)
        registrar.access(Subject(), keyPath: keyPath)
        return mark.count.load(ordering: .relaxed) != before
    }

    /// Whether Observation works as described. It is tried once: where it does not, each model has its registrar at the
    /// first read.
    static let isReliable: Bool = {
        let probe = ReadProbe()
        guard !isTrackingElsewhere(probe) else { return false }
        return withObservationTracking {
            probe.isTracking && probe.isTracking
        } onChange: {
        }
    }()

    /// Asks where nobody can be tracking: on a thread of its own.
    private static func isTrackingElsewhere(_ probe: ReadProbe) -> Bool {
        let answer = Mutex(true)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            answer.withLock { $0 = probe.isTracking }
            end.signal()
        }
        end.wait()
        return answer.withLock { $0 }
    }
}

// MARK: - Who has a probe

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
    /// Whether nobody tracks a read of a model that has no registrar. False where that is not known yet.
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

    /// Whether nobody but the context itself wants to know of a written attribute.
    var isWriteUnseen: Bool { recording.isOff && observers == nil && !isTakenOver }

    /// Whether the calling thread takes the context over from one in whose turns it is saved: a turn may be saving it now.
    /// Whatever it does first then passes the gate, after which no turn of the other thread touches the context.
    var isTakenOver: Bool { isSavedInTurns && !gate.isOfThisThread }
}
