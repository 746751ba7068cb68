import SwiftDataCore

/// The rows that are captured because captured rows refer to them: rows that were left on the device, and rows of a
/// joining store whose turn has not come.
///
/// Not shared: it serves one call on the thread of the engine.
final class RequiredRows {
    private var waiting: [RowEdit] = []
    /// The number of rows of a store that joins which may be captured out of their order, before the rows that refer to them.
    private var early = 250

    /// Adds a row.
    func add(_ identifier: PersistentIdentifier, time: UInt64) {
        waiting.append(RowEdit(identifier, .inserted, time: time))
    }

    /// Adds a row of a store that joins, unless there are too many.
    func addEarly(_ identifier: PersistentIdentifier, time: UInt64) {
        guard early > 0 else { return }
        early -= 1
        add(identifier, time: time)
    }

    /// Takes a row out; nil where none are left.
    func next() -> RowEdit? { waiting.popLast() }
}
