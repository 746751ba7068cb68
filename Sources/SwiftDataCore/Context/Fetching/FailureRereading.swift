/// Repeats, before a save, the failed reads of the models that are to be saved.
///
/// Changes: the models, by ``StateRereading`` and ``PostponedRules``; the mark that former owners are unknown. Asks:
/// the log of failed reads; the pending changes.
struct FailureRereading {
    let unit: UnitOfWork

    /// Repeats the failed reads of the models that are to be saved.
    /// - Throws: ``StoreError`` with code `unreadable` where a stand-in could be saved.
    func readAgain() throws {
        if unit.reads.hasMarks { try readMarkedAgain() }
        guard unit.owners.hasUnknown else { return }
        unit.owners.forgetUnknown()
        unit.owning.alignOwners()
        guard unit.owners.hasUnknown else { return }
        throw StoreError(
            .unreadable,
            "the former owners of members could not be read. Save again.",
            entity: unit.owners.unknownEntity,
            underlying: unit.reads.lastError
        )
    }

    private func readMarkedAgain() throws {
        for state in Array(unit.pending.changed.values) { try readAgain(state) }
        var followed = -1
        // A cascade deletes further models.
        while followed != unit.pending.deleted.count {
            followed = unit.pending.deleted.count
            for state in Array(unit.pending.deleted.values) { try unit.postponedRules.follow(of: state) }
        }
        unit.displacedEdits.align()
    }

    private func readAgain(_ state: ModelState) throws {
        guard let failed = state.failedReads, unit.isReallyChanged(state) else { return }
        try StateRereading(unit: unit, state: state, failed: failed).run()
    }
}
