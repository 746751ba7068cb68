import Foundation

// A save that is asked for while another one of the context is under way cannot be carried out there and then.

/// Puts off or refuses the saves that are asked for in the middle of another one, and carries them out after it.
///
/// Changes the request in ``SaveRun``. Asks that for the stage of the save.
struct SaveRequests {
    let unit: UnitOfWork

    /// True if an operation that needs a save of its own has to be refused: a save is being planned or written, or
    /// takes over the rows that were written. Values are also encoded to find out which models have changed.
    private var isInMiddleOfSave: Bool { unit.isEncoding || unit.saveRun.isPastAnnouncement }

    /// - Throws: ``StoreError`` with code `saveInProgress`.
    func refuseInMiddleOfSave(_ operation: String) throws {
        guard isInMiddleOfSave else { return }
        throw StoreError(
            .saveInProgress,
            "\(operation) was called by code that a save of the same context runs: an encoder, a store, an observer of a "
                + "model. Call it after the save, for instance in an observer of ModelContext.didSave."
        )
    }

    /// - Throws: ``StoreError`` with code `saveInProgress` where the end of an isolated transaction is being saved: the
    ///   writes of a batch would be committed before it, and end the lock.
    private func refuseAtEndOfIsolation(_ operation: String) throws {
        guard unit.isolation.current != nil, !unit.isolation.isInBlock else { return }
        throw StoreError(
            .saveInProgress,
            "\(operation) was called while the end of an isolated transaction of the same context is saved. Call it in the "
                + "transaction."
        )
    }

    /// - Throws: ``StoreError`` with code `readOnly` where nothing is saved through the context.
    func checkIsWritable(_ operation: String) throws {
        guard unit.isReadOnly else { return }
        throw StoreError(
            .readOnly,
            "\(operation) was called with the context of ModelContainer.read, which saves nothing. Use ModelContainer.write."
        )
    }

    /// Refuses a batch, which a store may commit by itself.
    /// - Throws: ``StoreError`` with code `readOnly` or `saveInProgress`.
    func refuseBatch(_ operation: String) throws {
        try checkIsWritable(operation)
        try refuseInMiddleOfSave(operation)
        try refuseAtEndOfIsolation(operation)
    }

    /// A save was asked for while another one is under way. Where that one is still to be planned, it saves everything;
    /// else there will be another save after it.
    func requestSave() {
        guard isInMiddleOfSave else { return }
        unit.saveRun.requestNext()
    }

    /// Finishes a save: notifies observers, and carries out the saves that had to wait.
    func finishSave(_ outcome: SaveOutcome, posting context: ModelContext?) {
        announce(outcome, posting: context)
        for _ in 0..<Self.mostWaitingSaves {
            guard unit.saveRun.takeRequest() else { return }
            do {
                guard let outcome = try unit.saving.saveNow(posting: context) else { continue }
                announce(outcome, posting: context)
            } catch {
                log.error("a save that had to wait for another one failed, the changes stay pending: \(error)")
                ModelContext.postSaveFailure(error, of: context)
                return
            }
        }
        guard unit.saveRun.takeRequest() else { return }
        let error = StoreError(
            .saveInProgress,
            "each save runs code that requests another save; the last changes stay pending. Save them after the save."
        )
        log.error("\(error)")
        ModelContext.postSaveFailure(error, of: context)
    }

    /// The maximum number of saves that follow a save because its own code asks for them.
    private static let mostWaitingSaves = 3

    /// A save failed: the one that waits for it fails with it.
    func forgetSaveRequest() { _ = unit.saveRun.takeRequest() }

    private func announce(_ outcome: SaveOutcome, posting context: ModelContext?) {
        if let context {
            NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: outcome.userInfo)
        }
        unit.core.postStoreChanges(of: outcome)
    }
}
