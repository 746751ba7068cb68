import Observation
import SwiftDataCore

/// The state of an engine that programs see, and the object that receives its events.
final class EngineShared: Sendable {
    struct WeakEngine { weak var engine: SyncEngine? }
    struct WeakDelegate { weak var delegate: (any SyncEngineDelegate)? }

    let engine = Locked(WeakEngine())
    let state = Locked(SyncEngine.State())
    let registrar = ObservationRegistrar()
    private let delegate: Locked<WeakDelegate>

    init(_ delegate: (any SyncEngineDelegate)?) {
        self.delegate = Locked(WeakDelegate(delegate: delegate))
    }

    /// The delegate, as long as the program holds it.
    var heldDelegate: (any SyncEngineDelegate)? { delegate.withLock { $0.delegate } }

    /// Changes the state and notifies observers.
    func change(_ body: (inout SyncEngine.State) -> Void) {
        guard let engine = engine.withLock({ $0.engine }) else { return state.withLock { body(&$0) } }
        registrar.withMutation(of: engine, keyPath: \.state) { state.withLock { body(&$0) } }
    }

    func notify(_ event: SyncEvent) async {
        guard let delegate = delegate.withLock({ $0.delegate }), let engine = engine.withLock({ $0.engine }) else {
            return
        }
        await delegate.handleEvent(event, syncEngine: engine)
    }
}
