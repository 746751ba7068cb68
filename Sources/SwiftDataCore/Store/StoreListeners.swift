/// The containers that are notified of the changes that a store notices.
///
/// A store belongs to one container, which keeps it for as long as it lives: so its address identifies it.
package enum StoreListeners {
    private static let cores = Locked<[ObjectIdentifier: WeakCore]>([:])

    private struct WeakCore {
        weak var core: ContainerCore?
    }

    static func connect(_ store: AnyObject, to core: ContainerCore) {
        cores.withLock { $0[ObjectIdentifier(store)] = WeakCore(core: core) }
    }

    /// Forgets the container of a store, which ends. It still holds the store, so that no other one has the address.
    static func disconnect(_ store: AnyObject) {
        // Released after the lock: its end leads back here.
        _ = cores.withLock { cores -> ContainerCore? in
            let key = ObjectIdentifier(store)
            if let core = cores[key]?.core { return core }
            cores[key] = nil
            return nil
        }
    }

    /// The number of entries, for tests.
    package static var count: Int { cores.withLock { $0.count } }

    /// The container of a store; nil while it is being opened.
    package static func core(of store: AnyObject) -> ContainerCore? {
        cores.withLock { $0[ObjectIdentifier(store)]?.core }
    }
}
