extension UnitOfWork {
    /// Runs a block and saves, while no other context or process can write to any store of the container.
    ///
    /// The locks come first, then the newest rows: the edits of the block are saved over the rows that it has read. One
    /// inside another is a part of it. One inside a plain transaction saves at its own end, as a save there does.
    package func isolatedTransaction(posting context: ModelContext?, _ block: () throws -> Void) throws {
        guard isolation.current == nil else { return try transaction(posting: context, block) }
        guard !saveRun.isUnderWay else {
            throw StoreError(.locked, "an isolated transaction cannot begin while a save of its context is under way.")
        }
        let held = try Isolation(core.stores, editing)
        isolation.begin(held)
        PostponedEnds.begin()
        defer {
            isolation.end()
            PostponedEnds.end()
        }
        do {
            try takeInEverything(held.versions)
            try transaction(posting: context, isWhole: true) {
                try block()
                held.isInBlock = false
            }
            isolation.noteEnd(held.versions)
        } catch {
            isolation.noteEnd(nil)
            throw error
        }
    }

    /// Lets every model be read anew, unless nothing was written since the last isolated transaction of the context.
    /// - Throws: The error of a store that could not be read.
    private func takeInEverything(_ versions: [ObjectIdentifier: StoreVersion]?) throws {
        if isolation.isUpToDate(versions) { return receiving.receive() }
        receiving.receive()
        receiving.take(ContextMailbox.Delivery(everything: true))
        // An observer of conflicts may have used the context: the models that are left are still to be read.
        if let failure = inbox.failure { throw failure }
    }

    /// Ends the wait of other writers: the save of the transaction is written, or given up.
    func endIsolation() { isolation.end() }

    /// A save in the block of an isolated transaction: everything is checked now, and written at the end.
    func checkInIsolation() throws {
        if let foreign = pending.takeForeign() { throw foreign }
        saveRun.enter(.comparing)
        defer { saveRun.enter(.idle) }
        _ = try PlannedSave(self)
    }
}
