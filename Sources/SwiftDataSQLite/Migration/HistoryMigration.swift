import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Rewrites the history for the rows and properties of the target.
///
/// Changes of removed entities are deleted: the number that they have may be another entity's from now on, and no
/// request could read them. Their transactions stay, so that tokens keep their meaning.
struct HistoryMigration {
    let plan: MigrationPlan
    let runner: SQLRunner

    private struct Change {
        let key: Int64
        let entity: Int64
        let row: Int64
        let transaction: Int64
        let columns: Data?
    }

    /// The new form of the changes of an entity.
    private struct ChangeForm {
        let number: Int64
        let offset: Int64
        /// Nil if bits stay as they are.
        let bits: Bits?
        let source: EntityTable
        let target: HistoryBits
    }

    /// The new bits of the changed properties.
    private struct Bits {
        /// The bits by slot of the source.
        var slots: [Int: Int] = [:]
        /// Of foreign keys that belong to no property.
        var columns: [String: Int] = [:]
    }

    func run() throws {
        guard plan.file.hasHistory else { return }
        // Before any change goes or gets other bits.
        let evidence = try HistoryEvidence(all: runner, plan.mapping.source)
        let removed = plan.mapping.removedEntities.compactMap { plan.mapping.source[$0]?.number }
        if !removed.isEmpty {
            try runner.run("DELETE FROM ACHANGE WHERE ZENTITY IN (\(ContentText.list(removed)))")
        }
        let forms = self.forms()
        let changed = forms.filter { $0.key != $0.value.number || $0.value.offset != 0 || $0.value.bits != nil }
        guard !changed.isEmpty else { return }
        var last = Int64.min
        while true {
            let changes = try batch(of: changed.keys, after: last)
            guard let end = changes.last?.key else { return }
            var cache: [Int64: [Data: Data]] = [:]
            for change in changes {
                guard let form = changed[change.entity] else { continue }
                let columns = change.columns.map { old in
                    cache[change.entity]?[old] ?? remapped(old, form, evidence[change.transaction])
                }
                // If they need evidence, the same bits may stand for another property in another transaction.
                if let old = change.columns, let columns, !form.source.historyBits.needsEvidence {
                    cache[change.entity, default: [:]][old] = columns
                }
                let (row, overflow) = change.row.addingReportingOverflow(form.offset)
                try runner.run("UPDATE ACHANGE SET ZENTITY = ?, ZENTITYPK = ?, ZCOLUMNS = ? WHERE Z_PK = ?") { binder in
                    binder.integer(form.number)
                    binder.integer(overflow ? change.row : row)
                    if let columns { binder.blob(columns) } else { binder.null() }
                    binder.integer(change.key)
                }
            }
            last = end
        }
    }

    private func batch(of entities: some Sequence<Int64>, after last: Int64) throws -> [Change] {
        var changes: [Change] = []
        try runner.query(
            "SELECT Z_PK, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE WHERE Z_PK > ? AND ZENTITY IN "
                + "(\(ContentText.list(entities))) ORDER BY Z_PK LIMIT 5000"
        ) {
            $0.integer(last)
        } row: { row in
            changes.append(
                Change(
                    key: row.integer(0),
                    entity: row.integer(1),
                    row: row.integer(2),
                    transaction: row.integer(3),
                    columns: row.isNull(4) ? nil : row.blob(4)
                )
            )
        }
        return changes
    }

    private func forms() -> [Int64: ChangeForm] {
        var forms: [Int64: ChangeForm] = [:]
        for entity in plan.mapping.entities {
            guard let name = entity.source?.name, let old = plan.mapping.source[name],
                let new = plan.mapping.target[entity.target.name]
            else { continue }
            let bits = bits(entity, old, new)
            let isSame =
                !old.historyBits.isAmbiguous && bits.slots.allSatisfy { old.historyBits[slot: $0] == $1 }
                && bits.columns.allSatisfy { old.historyBits[implicitColumn: $0] == $1 }
                && bits.slots.count + bits.columns.count == old.historyBits.count
                && old.historyBits.count == new.historyBits.count
            forms[old.number] = ChangeForm(
                number: new.number,
                offset: plan.offsets.offset(from: old.tableName, to: new.tableName),
                bits: isSame ? nil : bits,
                source: old,
                target: new.historyBits
            )
        }
        return forms
    }

    private func bits(_ entity: EntityMapping, _ old: EntityTable, _ new: EntityTable) -> Bits {
        var bits = Bits()
        for (slot, property) in (entity.source?.properties ?? []).enumerated() {
            guard old.historyBits[slot: slot] != nil, let name = entity.name(of: property.name),
                let newSlot = entity.target.properties.firstIndex(where: { $0.name == name }),
                let newBit = new.historyBits[slot: newSlot]
            else { continue }
            bits.slots[slot] = newBit
        }
        // Keys of to-many relationships without inverse, in the rows of their members.
        for link in plan.mapping.links {
            guard case .column(_, let newColumn, _, false) = link.place,
                let newBit = new.historyBits[implicitColumn: newColumn]
            else { continue }
            for group in link.groups where group.goesWithRows {
                guard case .column(_, let column, _, false) = group.place,
                    old.historyBits[implicitColumn: column] != nil
                else { continue }
                bits.columns[column] = newBit
            }
        }
        return bits
    }

    /// The bitmap of an update with the bits of the target.
    private func remapped(_ bitmap: Data, _ form: ChangeForm, _ evidence: TransactionEvidence?) -> Data {
        guard let bits = form.bits else { return bitmap }
        let marks =
            evidence?.marks(form.source, bitmap, plan.mapping.source) ?? form.source.historyBits.marks(in: bitmap)
        let set = marks.slots.compactMap { bits.slots[$0] } + marks.columns.compactMap { bits.columns[$0] }
        return form.target.bitmap(set, hasUnnamed: marks.unnamed != nil)
    }
}
