// Reads that failed: what getters give instead, and what writes make of it. The rules are in `FailedReads`.

extension ModelState {
    /// The failed reads; nil for almost all models.
    var failedReads: FailedReads? { extras?.failedReads }

    var madeFailedReads: FailedReads {
        if let known = extras?.failedReads { return known }
        let made = FailedReads()
        madeExtras.failedReads = made
        return made
    }

    /// Lets go of the marks where there are none left.
    func tidyFailedReads() {
        if extras?.failedReads?.isEmpty == true { extras?.failedReads = nil }
    }

    /// True if a getter returned a stand-in for a slot, and no getter has read it since.
    func isShown(_ slot: Int) -> Bool { extras?.failedReads?.shown.contains(slot) ?? false }

    /// True if a write of a slot would stem from a stand-in. A damaged value is mended by a write.
    func isTaintedByWriting(_ slot: Int) -> Bool {
        guard let failed = extras?.failedReads else { return false }
        return failed.shown.contains(slot) && failed.damaged[slot] == nil
    }

    /// A slot as a getter gives it: the last known value, or one that stands in, where it cannot be read.
    package func shownValue(at slot: Int) -> StoredValue {
        let value = values[slot]
        guard case .unloaded = value else { return value }
        return readForProgram(slot)
    }

    @inline(never)
    private func readForProgram(_ slot: Int) -> StoredValue {
        if isLeftOut { return standIn(at: slot) }
        // A value that is read from here on is one that the program knows.
        extras?.failedReads?.shown.remove(slot)
        let value = valueForProgram(slot)
        guard case .unloaded = value else {
            withdrawTaint(slot)
            return value
        }
        if phase == .registered || phase == .deleted { madeFailedReads.shown.insert(slot) }
        let standIn = standIn(at: slot)
        unit?.failures.announce()
        return standIn
    }

    private func valueForProgram(_ slot: Int) -> StoredValue {
        guard let unit, isBeingLeft else { return value(at: slot) }
        // The deinitialiser of the model reads it, in the isolation of the context.
        return unit.exclusively {
            let former = exchange(&unit.readByDeinitialiser, with: self)
            defer { unit.readByDeinitialiser = former }
            return value(at: slot)
        }
    }

    /// A slot as the library needs it: read also where the program has seen a stand-in for it. `.unloaded` where it
    /// cannot be read.
    package func trueValue(at slot: Int) -> StoredValue {
        let value = values[slot]
        guard case .unloaded = value else { return value }
        if isLeftOut { return value }
        guard extras?.failedReads?.shown.remove(slot) != nil else { return self.value(at: slot) }
        let read = self.value(at: slot)
        // A slot that the program has seen stays one that it has to read again.
        if phase == .registered || phase == .deleted {
            madeFailedReads.shown.insert(slot)
            values[slot] = .unloaded
        }
        return read
    }

    /// Returns the stand-in of a slot that cannot be read.
    package func standIn(at slot: Int) -> StoredValue {
        if let written = extras?.failedReads?.tainted[slot] { return written }
        var known = lastKnown.indices.contains(slot) ? lastKnown[slot] : layout.emptyValues[slot]
        if case .unloaded = known { known = layout.emptyValues[slot] }
        guard let change = changes?.toMany[slot] else { return known }
        var members: [PersistentIdentifier] = []
        if case .identifiers(let last) = known { members = last }
        let present = Set(members)
        members.removeAll(where: Set(change.removed).contains)
        return .identifiers(members + change.added.filter { !present.contains($0) })
    }

    /// Keeps a write that stems from a value that stood in, so that it can be shown and is never saved.
    func taint(_ slot: Int, _ newValue: StoredValue) {
        let failed = madeFailedReads
        recordChange(slot)
        failed.tainted[slot] = newValue
        failed.taintCause = failed.cause(of: slot, isToMany: isToMany(slot)) ?? failed.taintCause
        noteWritten(slot)
    }

    /// A slot was written whose value the program knew, or did not ask for.
    func noteWrittenOver(_ slot: Int, wasUnread: Bool) {
        guard let failed = extras?.failedReads else { return }
        if wasUnread, failed.row != nil, layout.properties[slot].isToOne { failed.blind.insert(slot) }
        failed.tainted[slot] = nil
        failed.withdrawn.remove(slot)
        failed.shown.remove(slot)
        failed.damaged[slot] = nil
        failed.lostPartners[slot] = nil
        tidyFailedReads()
    }

    /// A slot that was assigned while a stand-in was shown for it has been read.
    func withdrawTaint(_ slot: Int) {
        guard let failed = extras?.failedReads else { return }
        if failed.tainted.removeValue(forKey: slot) != nil { failed.withdrawn.insert(slot) }
        tidyFailedReads()
    }

    /// The row has been read: whatever of it is loaded now has no failure any more.
    func didReadRow() {
        guard let failed = extras?.failedReads else { return }
        failed.row = nil
        for slot in Array(failed.damaged.keys) where !isUnloaded(slot) { failed.damaged[slot] = nil }
        for slot in Array(failed.tainted.keys) where !isUnloaded(slot) { withdrawTaint(slot) }
        tidyFailedReads()
    }

    /// The edits were dropped, and with them what the program has seen.
    func forgetFailedEdits() {
        extras?.failedReads?.forgetEdits()
        tidyFailedReads()
    }

    /// Drops the edit of a slot that had not been read before it.
    func withdrawEdit(_ slot: Int) {
        guard phase == .registered else { return }
        noteForUndo(slot)
        extras?.failedReads?.forgetEdit(slot)
        changes?.slots.remove(slot)
        changes?.toMany[slot] = nil
        toManyBatches[slot] = nil
        mutateObserved(slot) { values[slot] = .unloaded }
    }

    /// The error of a save that cannot go on without a value.
    func unreadable(_ slot: Int, _ message: String, _ cause: (any Error)?) -> StoreError {
        StoreError(
            .unreadable,
            message,
            entity: layout.entityName,
            property: layout.properties[slot].name,
            model: identifier,
            underlying: cause
        )
    }
}
