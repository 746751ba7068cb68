/// The moments of a save at which code of the program runs.
enum SaveMoment: String, CaseIterable, Sendable {
    /// An observer of `willSave`.
    case willSave
    /// `encode(to:)` of an attribute, while the save is planned.
    case encoding
    /// A custom store's `save`, before it has written its rows.
    case beforeWriting
    /// A custom store's `save`, after it has written its rows.
    case afterWriting
    /// A custom store's `save` that writes its rows, takes them back and throws.
    case failing
    /// `onChange` of a model that a new one is joined with, because both have the same unique value.
    case joining
    /// An observer of `didSave`.
    case didSave
    /// An observer of `didFindConflicts`.
    case conflict

    /// True if the store is a custom one.
    var needsCustomStore: Bool { self == .beforeWriting || self == .afterWriting || self == .failing }
}

/// The operation that the code performs.
enum SaveOperation: String, CaseIterable, Sendable {
    case edit, insert, delete, fetch, rollback, undo, save, transaction, batchDelete
}

/// A cell of the table: what an operation at a moment comes to. The numbers are worked out by hand.
struct SaveCell {
    /// The stored weights by name, after the save.
    var stored: [String: Int]
    /// The same after another save; nil where nothing is left to be saved.
    var storedLater: [String: Int]?
    /// True if the operation throws `StoreError` with code `saveInProgress`.
    var isRefused = false
    /// The rows that a fetch sees.
    var seen: [String]?

    /// The table.
    ///
    /// Rows before: a 1, b 2, c 3, d 4. Pending: a is 10, c is deleted, n 5 is new; where the store knows unique values,
    /// a new b with 9 is to be joined with the old one. The operations:
    /// - edit: a 11, d 20, n 6
    /// - insert: x 7
    /// - delete: a and n
    /// - rollback: after the edit d 20 and the insertion of x
    /// - undo: of a 10
    /// - save: after the edit d 20
    /// - transaction: the edit d 20
    /// - batchDelete: d
    init(_ operation: SaveOperation, at moment: SaveMoment) {
        let before = ["a": 1, "b": 2, "c": 3, "d": 4]
        let planned = ["a": 10, "b": moment.needsCustomStore ? 2 : 9, "d": 4, "n": 5]
        func with(_ changes: [String: Int]) -> [String: Int] { planned.merging(changes) { _, new in new } }
        func without(_ names: String...) -> [String: Int] { planned.filter { !names.contains($0.key) } }
        let edited = with(["a": 11, "d": 20, "n": 6])
        switch (moment, operation) {
        // Taken up by the save.
        case (.willSave, .edit), (.encoding, .edit), (.conflict, .edit): stored = edited
        case (.willSave, .insert), (.encoding, .insert), (.conflict, .insert): stored = with(["x": 7])
        case (.willSave, .delete), (.encoding, .delete), (.conflict, .delete): stored = without("a", "n")
        case (.willSave, .undo), (.encoding, .undo), (.conflict, .undo): stored = with(["a": 1])
        case (.willSave, .rollback), (.encoding, .rollback): stored = before
        case (.conflict, .rollback): stored = ["a": 99, "b": 2, "c": 3, "d": 4]
        case (.willSave, .save), (.encoding, .save), (.conflict, .save): stored = with(["d": 20])
        case (.willSave, .transaction), (.conflict, .transaction): stored = with(["d": 20])
        case (.willSave, .batchDelete), (.conflict, .batchDelete): stored = without("d")
        // Kept for the next.
        case (.beforeWriting, .edit), (.afterWriting, .edit), (.joining, .edit), (.didSave, .edit):
            (stored, storedLater) = (planned, edited)
        case (.beforeWriting, .insert), (.afterWriting, .insert), (.joining, .insert), (.didSave, .insert):
            (stored, storedLater) = (planned, with(["x": 7]))
        case (.beforeWriting, .delete), (.afterWriting, .delete), (.joining, .delete), (.didSave, .delete):
            (stored, storedLater) = (planned, without("a", "n"))
        case (.beforeWriting, .undo), (.afterWriting, .undo), (.joining, .undo), (.didSave, .undo):
            (stored, storedLater) = (planned, with(["a": 1]))
        // What is being written is written; what came later is dropped.
        case (.beforeWriting, .rollback), (.afterWriting, .rollback), (.joining, .rollback), (.didSave, .rollback):
            stored = planned
        // Carried out as soon as the save is over.
        case (.beforeWriting, .save), (.afterWriting, .save), (.joining, .save), (.didSave, .save):
            stored = with(["d": 20])
        case (.didSave, .transaction): stored = with(["d": 20])
        case (.didSave, .batchDelete): stored = without("d")
        // Refused.
        case (.encoding, .transaction), (.beforeWriting, .transaction), (.afterWriting, .transaction),
            (.joining, .transaction), (.encoding, .batchDelete), (.beforeWriting, .batchDelete),
            (.afterWriting, .batchDelete), (.joining, .batchDelete):
            (stored, isRefused) = (planned, true)
        // The save fails: nothing is written, and everything stays pending, with what came later.
        case (.failing, .edit): (stored, storedLater) = (before, edited)
        case (.failing, .insert): (stored, storedLater) = (before, with(["x": 7]))
        case (.failing, .delete): (stored, storedLater) = (before, without("a", "n"))
        case (.failing, .undo): (stored, storedLater) = (before, with(["a": 1]))
        case (.failing, .rollback), (.failing, .fetch): (stored, storedLater) = (before, planned)
        case (.failing, .save): (stored, storedLater) = (before, with(["d": 20]))
        case (.failing, .transaction), (.failing, .batchDelete):
            (stored, storedLater, isRefused) = (before, planned, true)
        case (_, .fetch): stored = planned
        }
        guard operation == .fetch else { return }
        seen =
            switch moment {
            // Both models that are to be one are there until they are saved.
            case .willSave, .encoding, .conflict: ["a", "b", "b", "d", "n"]
            // Rows that are written already, and models that do not know it yet.
            case .afterWriting, .failing: ["a", "b", "d", "n", "n"]
            case .beforeWriting, .joining, .didSave: ["a", "b", "d", "n"]
            }
    }
}
