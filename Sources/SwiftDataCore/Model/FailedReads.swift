/// The values of one model that could not be read, and the stand-ins that the program has seen instead.
///
/// The rules that keep stand-ins out of the stores:
///
/// - A slot that could not be read stays `.unloaded`, so that it is tried again, and never is in `ModelState/values`
///   nor in `ModelChanges/original` with a stand-in.
/// - A slot that a getter gave a stand-in for is ``shown``, and stays `.unloaded` until a getter, or a fetch, reads it:
///   `n += 1` is a read that fails and a write that may find the store readable again.
/// - An attribute or a destination that is assigned while it is shown is ``tainted``, and is never written.
/// - A value that is written without having been read is an edit like any other, once the row can be read.
/// - Members that are added or removed are joined with the members of the store when these are read. Members that are
///   assigned as they were shown, or in another order, are ``tainted``.
package final class FailedReads {
    /// The slot that was asked for and the error, if the row could not be read; nil once it has been read.
    package private(set) var row: (slot: Int, error: any Error)?
    /// The errors of to-many relationships that could not be read, by slot.
    package private(set) var members: [Int: any Error] = [:]
    /// The slots whose stored values are damaged, while the row can be read.
    package private(set) var damaged: [Int: any Error] = [:]
    /// The generation of the context at which they were found damaged; they are tried again at a later one.
    private var damagedGeneration = -1
    /// The slots that getters gave a stand-in for.
    package private(set) var shown: Set<Int> = []
    /// The values that were assigned to slots that are shown.
    package private(set) var tainted: [Int: StoredValue] = [:]
    /// Slots that were tainted and have been read since: they have the stored value, and are to be assigned again.
    package private(set) var withdrawn: Set<Int> = []
    /// The error for which the assigned slots could not be read.
    package private(set) var taintCause: (any Error)?
    /// To-one relationships that were written without having been read.
    private var blind: Set<Int> = []
    /// The partners that a to-one relationship is to be taken from, if it leads to them.
    private var lostPartners: [Int: PersistentIdentifier] = [:]
    /// The relationships of a deleted model whose delete rules could not be followed.
    package private(set) var pendingRules: Set<Int> = []

    package init() {}

    package var isEmpty: Bool {
        row == nil && members.isEmpty && damaged.isEmpty && shown.isEmpty && !holdsBackSaves && blind.isEmpty
    }

    /// True if the model has something to save that waits, also where no value differs.
    package var holdsBackSaves: Bool {
        !tainted.isEmpty || !withdrawn.isEmpty || !lostPartners.isEmpty || !pendingRules.isEmpty
    }

    // MARK: Failures

    /// Notes that the row could not be read.
    /// - Returns: True if that was not known.
    package func noteRow(_ error: any Error, _ slot: Int) -> Bool {
        let isNew = row == nil
        row = (row?.slot ?? slot, error)
        return isNew
    }

    /// Notes that the members of a relationship could not be read.
    /// - Returns: True if that was not known.
    package func noteMembers(_ error: any Error, _ slot: Int) -> Bool {
        members.updateValue(error, forKey: slot) == nil
    }

    /// Notes that a stored value is damaged.
    /// - Returns: True if that was not known.
    package func noteDamage(_ error: any Error, _ slot: Int, generation: Int) -> Bool {
        damagedGeneration = generation
        return damaged.updateValue(error, forKey: slot) == nil
    }

    /// True if a value was found damaged, and its row has not changed since.
    package func isDamaged(_ slot: Int, generation: Int) -> Bool {
        damaged[slot] != nil && damagedGeneration == generation
    }

    /// The cause of the failure of a slot, if it still fails.
    package func cause(of slot: Int, isToMany: Bool) -> (any Error)? {
        damaged[slot] ?? (isToMany ? members[slot] : row?.error)
    }

    // MARK: Reads that succeed

    /// Forgets the failures of a row that has been read, and reverts the values that were assigned to its slots
    /// instead.
    /// - Parameter isUnread: True for a slot that has no value yet.
    package func didReadRow(_ isUnread: (Int) -> Bool) {
        row = nil
        for slot in Array(damaged.keys) where !isUnread(slot) { damaged[slot] = nil }
        for slot in Array(tainted.keys) where !isUnread(slot) { withdraw(slot) }
    }

    /// Forgets the failure of a relationship whose members have been read.
    package func didReadMembers(_ slot: Int) {
        members[slot] = nil
        damaged[slot] = nil
    }

    /// Reverts the value that was assigned to a slot while a stand-in was shown for it: the slot has been read.
    package func withdraw(_ slot: Int) {
        if tainted.removeValue(forKey: slot) != nil { withdrawn.insert(slot) }
    }

    // MARK: Stand-ins

    package func noteShown(_ slot: Int) { shown.insert(slot) }

    /// - Returns: True if the slot was shown.
    @discardableResult package func forgetShown(_ slot: Int) -> Bool { shown.remove(slot) != nil }

    package func forgetAllShown() { shown = [] }

    /// Forgets the stand-ins of slots that have been read for the program.
    package func forgetShown(except isUnread: (Int) -> Bool) { shown = shown.filter(isUnread) }

    // MARK: Writes

    /// Keeps a value that was assigned to a slot that is shown.
    package func taint(_ slot: Int, _ value: StoredValue, isToMany: Bool) {
        tainted[slot] = value
        taintCause = cause(of: slot, isToMany: isToMany) ?? taintCause
    }

    /// Forgets the failures of a slot that was written by a program that knew its value, or did not ask for it.
    /// - Parameter isBlind: True for a to-one relationship that had not been read.
    package func noteWrittenOver(_ slot: Int, isBlind: Bool) {
        if isBlind, row != nil { blind.insert(slot) }
        tainted[slot] = nil
        withdrawn.remove(slot)
        shown.remove(slot)
        damaged[slot] = nil
        lostPartners[slot] = nil
    }

    /// Notes that a to-one relationship is not to lead to a partner any more.
    package func noteLost(_ partner: PersistentIdentifier, from slot: Int) { lostPartners[slot] = partner }

    /// The to-one relationships whose other sides are to be brought in line, by slot, which is the caller's task now.
    package func takeUnaligned() -> (blind: [Int], lost: [(slot: Int, partner: PersistentIdentifier)]) {
        defer { (blind, lostPartners) = ([], [:]) }
        return (blind.sorted(), lostPartners.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    // MARK: Delete rules

    package func notePendingRule(_ slot: Int) { pendingRules.insert(slot) }
    package func forgetPendingRule(_ slot: Int) { pendingRules.remove(slot) }
    package func forgetPendingRules() { pendingRules = [] }

    // MARK: Edits that are no more

    /// Forgets the marks of edits, all of which were dropped.
    package func forgetEdits() {
        shown = []
        tainted = [:]
        withdrawn = []
        blind = []
        lostPartners = [:]
        pendingRules = []
    }

    /// Forgets the marks of the edit of one slot, which was dropped.
    package func forgetEdit(_ slot: Int) {
        shown.remove(slot)
        tainted[slot] = nil
        withdrawn.remove(slot)
        blind.remove(slot)
        lostPartners[slot] = nil
    }
}
