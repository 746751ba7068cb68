import SwiftDataSyncCore

/// The contents of a record after a set of edits, computed from the edits one by one. It shares no code with `merge`.
final class ReferenceModel {
    private let log: [LoggedEdit]
    /// The lengths of chains that are known, by the index of their last edit: of life, and of pairs.
    private var stepLengths: [Int: Int] = [:]
    private var memberLengths: [Int: Int] = [:]

    init(log: [LoggedEdit]) {
        self.log = log
    }

    struct Record: Equatable {
        var isAlive = false
        var values: [SyncName: Int?] = [:]
        var counts: [SyncName: Int] = [:]
        var place: OrderKey?
        var members: Set<RecordID> = []
        var aliases: Set<RecordID> = []
        var novelty: [UInt8]?
    }

    private func edits(_ id: RecordID, _ seen: Set<Int>) -> [(index: Int, edit: LoggedEdit)] {
        seen.sorted().map { ($0, log[$0]) }.filter { $0.1.record == id }
    }

    func record(_ id: RecordID, _ seen: Set<Int>) -> Record {
        var record = Record()
        let edits = edits(id, seen)
        record.isAlive = isAlive(edits)
        // The latest clock comes last and overwrites the earlier ones.
        for (_, edit) in edits.filter({ $0.edit.clock != nil }).sorted(by: { Self.isEarlier($0.edit, $1.edit) }) {
            switch edit.kind {
            case .assign("best", let number):
                record.values["best"] = max(number, (record.values["best"] ?? nil) ?? number)
            case .assign("least", let number):
                record.values["least"] = min(number, (record.values["least"] ?? nil) ?? number)
            case .assign(let name, let number): record.values[name] = number
            case .place(let key): record.place = key
            case .novelty(let item): record.novelty = item
            default: break
            }
        }
        var pairs: [RecordID: Int] = [:]
        for (index, edit) in edits {
            switch edit.kind {
            case .join(let other): record.aliases.insert(other)
            case .member(let member, _): pairs[member] = max(pairs[member] ?? 0, memberLength(index, member))
            default: break
            }
        }
        record.counts = counts(id, edits)
        record.members = Set(pairs.filter { $0.value % 2 == 1 }.keys)
        return record
    }

    /// The sums of counts. A count that was sent includes the earlier ones of its device.
    private func counts(_ id: RecordID, _ edits: [(index: Int, edit: LoggedEdit)]) -> [SyncName: Int] {
        var last: [DeviceNumber: Int] = [:]
        for (index, edit) in edits {
            if case .count = edit.kind, let device = edit.clock?.device { last[device] = max(last[device] ?? 0, index) }
        }
        var counts: [SyncName: Int] = [:]
        for (index, edit) in log.enumerated() where edit.record == id {
            guard case .count(let name, let change) = edit.kind, let device = edit.clock?.device,
                let end = last[device], index <= end
            else { continue }
            counts[name, default: 0] += change
        }
        return counts
    }

    private static func isEarlier(_ left: LoggedEdit, _ right: LoggedEdit) -> Bool {
        guard let left = left.clock, let right = right.clock else { return false }
        return (left.milliseconds, UInt64(left.counter), left.device.rawValue)
            < (right.milliseconds, UInt64(right.counter), right.device.rawValue)
    }

    /// The length of the chain of steps that ends with an edit of a pair.
    private func memberLength(_ index: Int, _ member: RecordID) -> Int {
        let edit = log[index]
        if let length = memberLengths[index] { return length }
        let before = edits(edit.record, edit.seen).compactMap { index, edit in
            if case .member(member, _) = edit.kind { memberLength(index, member) } else { nil }
        }
        let length = (before.max() ?? 0) + 1
        memberLengths[index] = length
        return length
    }

    // MARK: Life

    /// The last step of life among edits: its length in the chain and the edit.
    private func lastStep(_ edits: [(index: Int, edit: LoggedEdit)]) -> (length: Int, edit: LoggedEdit)? {
        edits.compactMap { index, edit in stepLength(index).map { (length: $0, edit: edit) } }
            .max { $0.length != $1.length ? $0.length < $1.length : Self.isEarlier($0.edit, $1.edit) }
    }

    private func stepLength(_ index: Int) -> Int? {
        if let length = stepLengths[index] { return length }
        let edit = log[index]
        var length = 1
        switch edit.kind {
        case .insert: break
        case .delete, .undelete:
            let before = edits(edit.record, edit.seen)
            guard let step = lastStep(before) else { return nil }
            // What an edit brought back counts as undeleted.
            length = step.length + (step.length % 2 == 0 && isAlive(before) ? 2 : 1)
        default: return nil
        }
        stepLengths[index] = length
        return length
    }

    private func isAlive(_ edits: [(index: Int, edit: LoggedEdit)]) -> Bool {
        guard edits.contains(where: { if case .insert = $0.edit.kind { true } else { false } }),
            let step = lastStep(edits)
        else { return false }
        if step.length % 2 == 1 { return true }
        // The rule in words: some edit is later than each deletion. An undeletion is an edit.
        let deletions = edits.map(\.edit).filter { if case .delete = $0.kind { true } else { false } }
        return edits.contains { _, edit in
            switch edit.kind {
            case .assign, .count, .place, .insert, .undelete, .novelty:
                deletions.allSatisfy { Self.isEarlier($0, edit) }
            default: false
            }
        }
    }
}
