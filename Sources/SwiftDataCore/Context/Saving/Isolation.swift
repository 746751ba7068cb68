/// The write locks that a context holds while it runs an isolated transaction.
package final class Isolation {
    private var locks: [(store: ObjectIdentifier, lock: any WriteLock)] = []
    /// True if every store is locked. A store that this context only reads may be written by another process.
    private var coversAll = false

    /// Takes the lock of each store that can be written, in the order of their identifiers: containers that name the same
    /// stores in different orders never wait for one another.
    /// - Parameter all: All stores of the container, where some of them are not to be locked.
    /// - Throws: ``StoreError`` with code `locked` or, where no store can be written, `readOnly`, and
    ///   ``DataStoreError/unsupportedFeature`` from a store without such a lock. No lock is held then.
    package init(
        _ stores: [any StoreAccess],
        of all: [any StoreAccess]? = nil,
        _ editing: EditingState
    ) throws {
        do {
            let writable = stores.filter(\.isWritable)
            // A store that cannot be written says so; beside one that has no lock, it is only read.
            let isWritable = !writable.isEmpty || stores.count < (all ?? stores).count
            for store in (isWritable ? writable : stores).sorted(by: { $0.storeIdentifier < $1.storeIdentifier }) {
                locks.append((ObjectIdentifier(store), try store.takeWriteLock(for: editing)))
            }
            coversAll = locks.count == (all ?? stores).count
        } catch {
            release()
            throw error
        }
    }

    /// The versions of the stores; nil where one of them is not known.
    package var versions: [ObjectIdentifier: StoreVersion]? {
        guard coversAll else { return nil }
        var versions: [ObjectIdentifier: StoreVersion] = [:]
        for (store, lock) in locks {
            guard let version = lock.version else { return nil }
            versions[store] = version
        }
        return versions
    }

    package func release() {
        for (_, lock) in locks.reversed() { lock.release() }
    }
}

/// The isolated transaction that a context runs, and the state of the stores at the end of its last one.
package struct IsolatedWriting {
    /// The locks of the transaction under way.
    package private(set) var current: Isolation?
    /// True while the block of a transaction runs, whose saves are left to its end.
    package private(set) var isInBlock = false
    /// True if a save in the block has refused unique values that exist already.
    package private(set) var refusesDuplicates = false
    /// Nil after a transaction that has failed, and where a version is not known.
    private var lastVersions: [ObjectIdentifier: StoreVersion]?

    package init() {}

    /// Begins a transaction, with its block.
    package mutating func begin(_ isolation: Isolation) {
        current = isolation
        isInBlock = true
        refusesDuplicates = false
    }

    /// Notes a save in the block, which its end carries out.
    package mutating func noteSave(refusesDuplicates refuses: Bool) {
        if refuses { refusesDuplicates = true }
    }

    /// Notes that the block is over: a save writes from now on.
    package mutating func endBlock() { isInBlock = false }

    /// Releases the locks, which ends the wait of other writers.
    package mutating func end() {
        current?.release()
        current = nil
        isInBlock = false
        refusesDuplicates = false
    }

    /// Notes the state of the stores at the end of a transaction.
    /// - Parameter versions: Nil where the transaction has failed.
    package mutating func noteEnd(_ versions: [ObjectIdentifier: StoreVersion]?) { lastVersions = versions }

    /// True if no other writer has saved since the last transaction.
    package func isUpToDate(_ versions: [ObjectIdentifier: StoreVersion]?) -> Bool {
        versions.map { $0 == lastVersions } ?? false
    }
}
