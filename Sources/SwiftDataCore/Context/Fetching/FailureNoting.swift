import Foundation

/// Notes reads that fail, and reports them.
///
/// Changes: the log of failed reads; the failed reads of states. Asks: the identity map; whether a save is under way.
package struct FailureNoting {
    let unit: UnitOfWork

    /// Notes that a slot could not be read: logged and reported once, until it has been read.
    package func note(_ error: any Error, of state: ModelState, slot: Int, isDamage: Bool = false) {
        // Damage is the state of the row: a getter returns the documented stand-in.
        if !isDamage { unit.reads.count(error) }
        unit.reads.mark()
        let failed = state.madeFailedReads
        let isNew: Bool
        if isDamage {
            isNew = failed.noteDamage(error, slot, generation: unit.generation)
        } else if state.isToMany(slot) {
            isNew = failed.noteMembers(error, slot)
        } else {
            isNew = failed.noteRow(error, slot)
        }
        guard isNew else { return }
        let failure = ReadFailure(
            entityName: state.layout.entityName,
            propertyName: state.layout.properties[slot].name,
            persistentModelID: state.identifier,
            error: error
        )
        if unit.reads.keep(ReadLog.Entry(failure: failure, slot: slot), isCurrent: isCurrent) {
            log.error("a value could not be read, and the read is tried again: \(failure)")
        } else if unit.reads.leftOut == 1 {
            log.error("more than \(ReadLog.limit) values could not be read; further failures are not logged.")
        }
    }

    /// True if a failure is still one of a model in memory.
    private func isCurrent(_ entry: ReadLog.Entry) -> Bool {
        guard let state = unit.identityMap[entry.failure.persistentModelID], let failed = state.failedReads,
            entry.slot < state.layout.slotCount
        else { return false }
        if failed.damaged[entry.slot] != nil { return true }
        return state.isToMany(entry.slot) ? failed.members[entry.slot] != nil : failed.row?.slot == entry.slot
    }

    /// The failures of models that are in memory.
    package func current() -> [ReadFailure] {
        unit.reads.tidy(isCurrent)
        return unit.reads.entries.map(\.failure)
    }

    /// Notifies observers of failed reads. To be called where no change is half done.
    func announce() {
        guard !unit.reads.unannounced.isEmpty, !unit.saveRun.isUnderWay else { return }
        for failure in unit.reads.takeUnannounced() {
            guard let context = unit.context else { continue }
            NotificationCenter.default.post(
                name: ModelContext.didFailToRead,
                object: context,
                userInfo: [ModelContext.readFailureKey: failure]
            )
        }
    }

    /// Runs a closure that reads models, and throws where a read fails: a stand-in would make the answer wrong.
    package func withoutStandIns<Result>(_ body: () throws -> Result) throws -> Result {
        let before = unit.reads.attempts
        let result = try body()
        if unit.reads.attempts != before, let error = unit.reads.lastError { throw error }
        return result
    }
}
