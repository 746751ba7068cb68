/// The stand-ins that getters return for values that could not be read, and the writes that stem from them. The rules
/// are in ``FailedReads``, whose marks are changed here.
///
/// Changes a value only to make it unread.
package struct StandIns {
    let state: ModelState

    /// True if a getter returned a stand-in for a slot, and no getter has read it since.
    package func isShown(_ slot: Int) -> Bool { state.extras?.failedReads?.shown.contains(slot) ?? false }

    /// A getter has returned a stand-in for a slot.
    package func noteShown(_ slot: Int) { state.madeFailedReads.noteShown(slot) }

    /// True if a write of a slot would stem from a stand-in. A damaged value is mended by a write.
    package func isTaintedByWriting(_ slot: Int) -> Bool {
        guard let failed = state.extras?.failedReads else { return false }
        return failed.shown.contains(slot) && failed.damaged[slot] == nil
    }

    /// Returns the stand-in of a slot that cannot be read.
    package func standIn(at slot: Int) -> StoredValue {
        if let written = state.extras?.failedReads?.tainted[slot] { return written }
        var known = state.lastKnown.indices.contains(slot) ? state.lastKnown[slot] : state.layout.emptyValues[slot]
        if case .unloaded = known { known = state.layout.emptyValues[slot] }
        guard let change = state.changes?.toMany[slot] else { return known }
        var members: [PersistentIdentifier] = []
        if case .identifiers(let last) = known { members = last }
        let present = Set(members)
        members.removeAll(where: Set(change.removed).contains)
        return .identifiers(members + change.added.filter { !present.contains($0) })
    }

    /// Keeps a write that stems from a stand-in, so that it can be shown and is never saved.
    package func taint(_ slot: Int, _ newValue: StoredValue) {
        let failed = state.madeFailedReads
        state.writing.recordChange(slot)
        failed.taint(slot, newValue, isToMany: state.isToMany(slot))
        state.observing.noteWritten(slot)
    }

    /// A to-one relationship that could not be read is not to lead to a partner any more.
    func noteLost(_ partner: PersistentIdentifier, from slot: Int) {
        state.madeFailedReads.noteLost(partner, from: slot)
    }

    /// A slot was written whose value the program had read, or did not need.
    func noteWrittenOver(_ slot: Int, wasUnread: Bool) {
        guard let failed = state.extras?.failedReads else { return }
        failed.noteWrittenOver(slot, isBlind: wasUnread && state.layout.properties[slot].isToOne)
        tidyFailedReads()
    }

    /// A slot that was assigned while a stand-in was shown for it has been read.
    func withdrawTaint(_ slot: Int) {
        guard let failed = state.extras?.failedReads else { return }
        failed.withdraw(slot)
        tidyFailedReads()
    }

    /// The row has been read: whatever of it is loaded now has no failure any more.
    func didReadRow() {
        guard let failed = state.extras?.failedReads else { return }
        failed.didReadRow { state.isUnloaded($0) }
        tidyFailedReads()
    }

    /// The program has fetched the row again: it has the values from here on.
    func didRefresh(from row: LoadedRow) {
        guard let failed = state.failedReads else { return }
        failed.forgetShown(except: { state.isUnloaded($0) })
        didReadRow()
    }

    /// The edits were dropped, and with them the stand-ins that the program has seen.
    package func forgetFailedEdits() {
        state.extras?.failedReads?.forgetEdits()
        tidyFailedReads()
    }

    /// Drops the edit of a slot that had not been read before it.
    func withdrawEdit(_ slot: Int) {
        guard state.phase == .registered else { return }
        state.undo.noteForUndo(slot)
        state.extras?.failedReads?.forgetEdit(slot)
        state.changes?.dropEdit(slot)
        state.extras?.members.forgetBatch(slot)
        state.observing.mutateObserved(slot) { state.unload(slot) }
    }

    /// Releases the storage of the marks where no mark is left.
    func tidyFailedReads() {
        if state.extras?.failedReads?.isEmpty == true { state.extras?.failedReads = nil }
    }

    /// The error of a save that cannot go on without a value.
    func unreadable(_ slot: Int, _ message: String, _ cause: (any Error)?) -> StoreError {
        StoreError(
            .unreadable,
            message,
            entity: state.layout.entityName,
            property: state.layout.properties[slot].name,
            model: state.identifier,
            underlying: cause
        )
    }
}
