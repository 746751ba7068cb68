import SwiftDataSyncCore

/// The rows that are written in a transaction: the rows that have changed in the view, and the rows that may differ in
/// the store although the view has no change.
struct RowChoice {
    private let records: SyncRecords
    private let view: MaintainedView
    /// The rows to write, with their values.
    private(set) var shown: [RecordID: RowContent] = [:]
    /// The rows to delete.
    private(set) var hidden: Set<RecordID> = []

    init(_ change: ViewChange, _ records: SyncRecords, _ view: MaintainedView) {
        self.records = records
        self.view = view
        for (row, change) in change.rows {
            switch change {
            case .shown(let content): shown[row] = content
            case .hidden, .joined: hidden.insert(row)
            }
        }
    }

    var all: Set<RecordID> { Set(shown.keys).union(hidden) }

    /// Adds rows as far as the view shows them, with all of their members. A row that has changed in the view may have come with the
    /// members that have changed.
    mutating func add(_ rows: Set<RecordID>) throws {
        for row in rows where !hidden.contains(row) { try add(row) }
    }

    /// Adds rows that the program has edited, as the view shows them now. A new row is deleted where what it belongs to was deleted
    /// elsewhere at the same time: the view has never shown it. A row that waits for another one stays.
    mutating func addEdited(_ rows: Set<RecordID>) throws {
        for row in rows where shown[row] == nil && !hidden.contains(row) {
            if let content = try view.content(of: row, in: records) {
                shown[row] = content
            } else if let facts = try records.facts(of: row), facts.row == row, facts.last.standing == .dead {
                hidden.insert(row)
            }
        }
    }

    /// Adds the rows that refer to shown rows among some, with all of their members.
    mutating func addDependents(of rows: Set<RecordID>) throws {
        for row in shown.keys where rows.contains(row) {
            for record in try records.referring(to: row) {
                guard let dependent = try records.shownRow(of: record) else { continue }
                try add(dependent)
            }
        }
    }

    private mutating func add(_ row: RecordID) throws {
        if let content = shown[row], content.members.isWhole { return }
        if let content = try view.content(of: row, in: records) { shown[row] = content }
    }

    /// Adds the rows that shown rows refer to and that are not in the store yet, so that a part of all rows is whole by itself.
    mutating func addMissingTargets() throws {
        var queue = Array(shown.values)
        while let content = queue.popLast() {
            for target in content.targets where shown[target] == nil && !hidden.contains(target) {
                guard try records.places.place(of: target) == nil,
                    let found = try view.content(of: target, in: records)
                else { continue }
                shown[target] = found
                queue.append(found)
            }
        }
    }
}

extension RowContent {
    /// The rows that the row refers to.
    fileprivate var targets: Set<RecordID> {
        var targets: Set<RecordID> = []
        for case .reference(let target) in values.values { targets.insert(target) }
        for changes in members.changes.values {
            for case (let member, .present) in changes { targets.insert(member) }
        }
        return targets
    }
}
