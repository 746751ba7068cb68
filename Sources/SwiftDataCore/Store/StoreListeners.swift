/// The containers that are told of the changes that a store notices.
///
/// A store belongs to one container, which keeps it for as long as it lives: so its address tells it apart.
package enum StoreListeners {
    private struct Table {
        var cores: [ObjectIdentifier: WeakCore] = [:]
        var schedule = SweepSchedule()
    }

    private static let table = Locked(Table())

    private struct WeakCore {
        weak var core: ContainerCore?
    }

    static func connect(_ store: AnyObject, to core: ContainerCore) {
        // Released after the lock: the last reference ends stores, whose code may lead back here.
        var found: [ContainerCore] = []
        table.withLock { table in
            if table.schedule.isDue(table.cores.count) {
                table.cores = table.cores.filter { entry in
                    guard let core = entry.value.core else { return false }
                    found.append(core)
                    return true
                }
                table.schedule.swept(table.cores.count)
            }
            table.cores[ObjectIdentifier(store)] = WeakCore(core: core)
        }
    }

    /// The number of entries, for tests.
    package static var count: Int { table.withLock { $0.cores.count } }

    /// The container of a store; nil while it is being opened.
    package static func core(of store: AnyObject) -> ContainerCore? {
        table.withLock { $0.cores[ObjectIdentifier(store)]?.core }
    }
}
