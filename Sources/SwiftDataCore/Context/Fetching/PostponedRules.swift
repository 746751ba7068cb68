/// The delete rules of relationships that could not be read when their model was deleted. They wait for the save.
///
/// Changes: the failed reads of a deleted model; the models that the rules delete and release. Asks: the relationships,
/// which are read again.
struct PostponedRules {
    let unit: UnitOfWork

    /// Notes the relationships of a model that is being deleted which could not be read.
    func note(of state: ModelState, except left: [Int]) {
        guard state.phase == .deleted, state.failedReads != nil else { return }
        for slot in state.layout.relationshipSlots where !left.contains(slot) && state.isUnloaded(slot) {
            if case .noAction = state.layout.deleteRule(slot) { continue }
            state.madeFailedReads.notePendingRule(slot)
        }
    }

    /// Follows the rules of a deleted model whose relationships can be read by now.
    /// - Throws: ``StoreError`` with code `unreadable` where one cannot.
    func follow(of state: ModelState) throws {
        guard let failed = state.failedReads, !failed.pendingRules.isEmpty else { return }
        failed.forgetAllShown()
        for slot in failed.pendingRules.sorted() {
            let value = state.reading.value(at: slot)
            if case .unloaded = value {
                throw state.standIns.unreadable(
                    slot,
                    "the relationship could not be read, so that the delete rule could not be followed. Save again.",
                    failed.cause(of: slot, isToMany: state.isToMany(slot)) ?? unit.reads.lastError
                )
            }
            failed.forgetPendingRule(slot)
            unit.deletion.followRule(of: state, slot)
        }
    }
}
