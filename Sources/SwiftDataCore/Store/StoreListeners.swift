/// Which container hears of the changes that a store notices.
///
/// A store belongs to one container, which keeps it for as long as it lives: so its address tells it apart.
package enum StoreListeners {
    private static let cores = Locked<[ObjectIdentifier: WeakCore]>([:])

    private struct WeakCore {
        weak var core: ContainerCore?
    }

    static func connect(_ store: AnyObject, to core: ContainerCore) {
        cores.withLock { cores in
            cores = cores.filter { $0.value.core != nil }
            cores[ObjectIdentifier(store)] = WeakCore(core: core)
        }
    }

    /// The container of a store; nil while it is being opened.
    package static func core(of store: AnyObject) -> ContainerCore? {
        cores.withLock { $0[ObjectIdentifier(store)]?.core }
    }
}
