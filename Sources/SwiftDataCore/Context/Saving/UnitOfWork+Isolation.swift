/// The write locks that a context holds while it runs an isolated transaction.
final class Isolation {
    private var locks: [(store: ObjectIdentifier, lock: any WriteLock)] = []
    /// Whether every store is locked: one that is only read here may be written by others.
    private var coversAll = false
    /// Whether the block still runs: a save in it is left to its end.
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

extension UnitOfWork {
    /// Runs a block and saves, while nobody else can write to any store of the container.
    ///
    /// The locks come first, then the newest rows: what the block reads is what its edits are saved over. One inside
    /// another is a part of it. One inside a plain transaction saves at its own end, as a save there does.
    package func isolatedTransaction(posting context: ModelContext?, _ block: () throws -> Void) throws {
        guard isolation == nil else { return try transaction(posting: context, block) }
        guard !saveRun.isUnderWay else {
            throw StoreError(.locked, "an isolated transaction cannot begin while a save of its context is under way.")
        }
        let held = try Isolation(core.stores, editing)
        isolation = held
        PostponedEnds.begin()
        defer {
            isolation = nil
            held.release()
            PostponedEnds.end()
        }
        do {
            try takeInEverything(held.versions)
            try transaction(posting: context, isWhole: true) {
                try block()
                held.isInBlock = false
            }
            isolatedVersions = held.versions
        } catch {
            isolatedVersions = nil
            throw error
        }
    }

    /// Lets every model be read anew, unless nobody has written since the last isolated transaction of the context.
    /// - Throws: The error of a store that could not be read.
    private func takeInEverything(_ versions: [ObjectIdentifier: StoreVersion]?) throws {
        if let versions, versions == isolatedVersions { return receive() }
        receive()
        take(ContextMailbox.Delivery(everything: true))
        // Who is told of conflicts may have used the context: what is left then is still to be read.
        if let failure = inbox.failure { throw failure }
    }

    /// The save of the transaction is written, or given up: nobody waits any longer.
    func endIsolation() {
        isolation?.release()
        isolation = nil
    }

    /// A save in the block of an isolated transaction: everything is checked now, and written at the end.
    func checkInIsolation() throws {
        if let foreignRelation {
            self.foreignRelation = nil
            throw foreignRelation
        }
        saveRun.enter(.comparing)
        defer { saveRun.enter(.idle) }
        _ = try SavePlan(self)
    }
}
