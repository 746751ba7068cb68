/// The write locks that a context holds while it runs an isolated transaction.
final class Isolation {
    private var locks: [(store: ObjectIdentifier, lock: any WriteLock)] = []
    /// True if every store is locked. A store that this context only reads may be written by another process.
    private var coversAll = false
    /// True if the block still runs. A save in the block is left to its end.
    var isInBlock = true

    /// Takes the lock of each store that can be written, in order.
    /// - Throws: ``StoreError`` with code `locked` or, where no store can be written, `readOnly`, and
    ///   ``DataStoreError/unsupportedFeature`` from a store without such a lock. No lock is held then.
    init(_ stores: [any StoreAccess], _ editing: EditingState) throws {
        do {
            let writable = stores.filter(\.isWritable)
            for store in writable.isEmpty ? stores : writable {
                locks.append((ObjectIdentifier(store), try store.takeWriteLock(for: editing)))
            }
            coversAll = locks.count == stores.count
        } catch {
            release()
            throw error
        }
    }

    /// The versions of the stores; nil where one of them is not known.
    var versions: [ObjectIdentifier: StoreVersion]? {
        guard coversAll else { return nil }
        var versions: [ObjectIdentifier: StoreVersion] = [:]
        for (store, lock) in locks {
            guard let version = lock.version else { return nil }
            versions[store] = version
        }
        return versions
    }

    func release() {
        for (_, lock) in locks.reversed() { lock.release() }
    }
}

/// The isolated transaction that a context runs, and what the stores held when its last one had ended.
struct IsolatedWriting {
    /// The locks of the transaction under way.
    private(set) var current: Isolation?
    /// Nil after a transaction that has failed, and where a version is not known.
    private var lastVersions: [ObjectIdentifier: StoreVersion]?

    /// True while the block of a transaction runs, whose saves are left to its end.
    var isInBlock: Bool { current?.isInBlock == true }

    mutating func begin(_ isolation: Isolation) { current = isolation }

    /// Releases the locks, which ends the wait of other writers.
    mutating func end() {
        current?.release()
        current = nil
    }

    /// Notes what the stores hold at the end of a transaction.
    /// - Parameter versions: Nil where the transaction has failed.
    mutating func noteEnd(_ versions: [ObjectIdentifier: StoreVersion]?) { lastVersions = versions }

    /// True if no other writer has saved since the last transaction.
    func isUpToDate(_ versions: [ObjectIdentifier: StoreVersion]?) -> Bool {
        versions.map { $0 == lastVersions } ?? false
    }
}
