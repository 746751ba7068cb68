import Dispatch
import Foundation
import Observation
import Synchronization

/// Determines if a read is being tracked, as by `withObservationTracking`, without a registrar for each model.
///
/// A registrar costs more than the model that it is for, and most models that are read are never observed. Observation
/// does not report whether a read is tracked. But a tracked access puts its key path into a set, and a key path with an
/// index asks the index for its hash: so a probe reports an access to a registrar of its own, and checks if the hash
/// was asked for. If it was, the model that is being read gets the registrar of the probe, so that the noted access
/// lasts no longer than the model, and the next read has another probe.
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

    /// True if this read is tracked. A tracked read of another thread may be taken for this one, which does no harm.
    var isTracking: Bool {
        let before = mark.count.load(ordering: .relaxed)
        registrar.access(Subject(), keyPath: keyPath)
        return mark.count.load(ordering: .relaxed) != before
    }

    /// True if Observation works as described. It is tried once: where it does not, each model has its registrar at the
    /// first read.
    static let isReliable: Bool = {
        guard RuntimeFacts.areUsed else { return false }
        let probe = ReadProbe()
        guard !isTrackingElsewhere(probe) else { return false }
        return withObservationTracking {
            probe.isTracking && probe.isTracking
        } onChange: {
        }
    }()

    /// Asks on a thread of its own, where no read can be tracked.
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
