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
/// - Members that are added or removed are joined with those of the store when these are read. Members that are assigned
///   as they were shown, or in another order, are ``tainted``.
final class FailedReads {
    /// The slot that was asked for and the error, if the row could not be read; nil once it has been read.
    var row: (slot: Int, error: any Error)?
    /// The errors of to-many relationships that could not be read, by slot.
    var members: [Int: any Error] = [:]
    /// The slots whose stored values are damaged, while the row can be read.
    var damaged: [Int: any Error] = [:]
    /// The generation of the context at which they were found damaged; they are tried again at a later one.
    var damagedGeneration = -1
    /// The slots that getters gave a stand-in for.
    var shown: Set<Int> = []
    /// The values that were assigned to slots that are shown.
    var tainted: [Int: StoredValue] = [:]
    /// Slots that were tainted and have been read since: they have the stored value, and are to be assigned again.
    var withdrawn: Set<Int> = []
    /// The error for which the assigned slots could not be read.
    var taintCause: (any Error)?
    /// To-one relationships that were written without having been read.
    var blind: Set<Int> = []
    /// The partners that a to-one relationship is to be taken from, if it leads to them.
    var lostPartners: [Int: PersistentIdentifier] = [:]
    /// The relationships of a deleted model whose delete rules could not be followed.
    var pendingRules: Set<Int> = []

    var isEmpty: Bool {
        row == nil && members.isEmpty && damaged.isEmpty && shown.isEmpty && !holdsBackSaves && blind.isEmpty
    }

    /// True if the model has something to save that waits, also where no value differs.
    var holdsBackSaves: Bool {
        !tainted.isEmpty || !withdrawn.isEmpty || !lostPartners.isEmpty || !pendingRules.isEmpty
    }

    /// The cause of the failure of a slot, if it still fails.
    func cause(of slot: Int, isToMany: Bool) -> (any Error)? {
        damaged[slot] ?? (isToMany ? members[slot] : row?.error)
    }

    /// The edits were dropped.
    func forgetEdits() {
        shown = []
        tainted = [:]
        withdrawn = []
        blind = []
        lostPartners = [:]
        pendingRules = []
    }

    /// The edit of one slot was dropped.
    func forgetEdit(_ slot: Int) {
        shown.remove(slot)
        tainted[slot] = nil
        withdrawn.remove(slot)
        blind.remove(slot)
        lostPartners[slot] = nil
    }
}
