/// Runs transactions whose rows no other writer can change while they run.
///
/// Changes ``IsolatedWriting`` and the stage of the save. Asks the inbox for reads that failed.
package struct IsolatedTransactions {
    let unit: UnitOfWork

    /// Runs a block and saves, while no other context or process can write to any store of the container.
    ///
    /// The locks come first, then the newest rows: the edits of the block are saved over the rows that it has read. One
    /// inside another is a part of it. One inside a plain transaction saves at its own end, as a save there does.
    /// - Parameter needsLocks: False to run also where a store has no lock that other writers obey.
    package func isolatedTransaction(
        posting context: ModelContext?,
        needsLocks: Bool = true,
        _ block: () throws -> Void
    ) throws {
        try unit.saveRequests.checkIsWritable("transaction")
        guard unit.isolation.current == nil else { return try unit.transactions.transaction(posting: context, block) }
        guard !unit.saveRun.isUnderWay else {
            throw StoreError(.locked, "an isolated transaction cannot begin while a save of its context is under way.")
        }
        let stores = unit.core.stores
        let held = try Isolation(needsLocks ? stores : stores.filter(\.hasWriteLock), of: stores, unit.editing)
        unit.isolation.begin(held)
        PostponedEnds.begin()
        defer {
            unit.isolation.end()
            PostponedEnds.end()
        }
        do {
            try rereadEverything(held.versions)
            try unit.transactions.transaction(posting: context, isWhole: true) {
                try block()
                unit.isolation.endBlock()
            }
            unit.isolation.noteEnd(held.versions)
        } catch {
            unit.isolation.noteEnd(nil)
            throw error
        }
    }

    /// Runs a closure of ``ModelContainer/write(waitLimit:totalLimit:_:)`` and saves.
    ///
    /// Where a store has no lock, a save of another context of which this one has a notice is a conflict: it would be
    /// overwritten.
    func serialTransaction<Result>(posting context: ModelContext, _ block: () throws -> Result) throws -> Result {
        try unit.exclusively {
            if !unit.core.stores.allSatisfy(\.hasWriteLock) { context.mergePolicy = .error }
            var result: Result?
            try isolatedTransaction(posting: context, needsLocks: false) { result = try block() }
            guard let result else { throw StoreError(.sql, "The transaction ended without a result.") }
            return result
        }
    }

    /// Marks every model to be read again, unless nothing was written since the last isolated transaction of the
    /// context.
    /// - Throws: The error of a store that could not be read.
    private func rereadEverything(_ versions: [ObjectIdentifier: StoreVersion]?) throws {
        if unit.isolation.isUpToDate(versions) { return unit.receiving.receive() }
        unit.receiving.receive()
        unit.receiving.take(ContextMailbox.Delivery(everything: true))
        // An observer of conflicts may have used the context: the models that are left are still to be read.
        if let failure = unit.inbox.failure { throw failure }
    }

    /// A save in the block of an isolated transaction: everything is checked now, and written at the end.
    func checkInIsolation() throws {
        if let foreign = unit.pending.takeForeign() { throw foreign }
        unit.isolation.noteSave(refusesDuplicates: unit.refusesDuplicates)
        unit.saveRun.enter(.comparing)
        defer { unit.saveRun.enter(.idle) }
        _ = try PlannedSave(unit)
    }
}
