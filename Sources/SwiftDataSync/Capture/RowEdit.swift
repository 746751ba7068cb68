import SwiftDataCore

/// The edits of one row since the last capture, from the history.
struct RowEdit {
    enum Kind {
        case inserted
        /// The slots that were written, with the time of the last transaction that has written each.
        case updated([Int: UInt64])
        case deleted
    }

    let identifier: PersistentIdentifier
    private(set) var kind: Kind
    /// The time of the last transaction that has changed the row, in milliseconds since 1970.
    private(set) var time: UInt64
    /// True where the row was inserted and deleted since the last capture.
    private(set) var isGone = false

    init(_ identifier: PersistentIdentifier, _ kind: Kind, time: UInt64) {
        self.identifier = identifier
        self.kind = kind
        self.time = time
    }

    /// Adds a later edit of the row.
    mutating func add(_ later: Kind, time: UInt64) {
        self.time = max(self.time, time)
        switch (kind, later) {
        case (.inserted, .deleted): (kind, isGone) = (.deleted, true)
        case (_, .deleted): kind = .deleted
        case (.updated(let slots), .updated(let more)): kind = .updated(slots.merging(more) { max($0, $1) })
        // A new row has all of its values read, and a key that was deleted is not used again.
        case (.inserted, _), (.deleted, _), (.updated, .inserted): break
        }
    }
}
