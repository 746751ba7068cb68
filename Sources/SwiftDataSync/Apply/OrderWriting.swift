import SwiftDataCore
import SwiftDataSyncCore

/// Orders the members of the to-many relationships in which shown rows have places.
struct OrderWriting {
    let schema: SyncSchema
    let records: SyncRecords
    let rows: StoreRows
    let places: ClaimedPlaces
    let edits: RowEdits
    let shown: [RecordID: RowContent]
    let held: HeldRows

    /// A relationship of a row.
    private struct Target: Hashable {
        let owner: RecordID
        let name: SyncName
    }

    /// A member and its place in the order.
    private struct Member {
        let id: RecordID
        let key: OrderKey?
        let place: PersistentIdentifier
    }

    func write() throws {
        var targets: [Target: (slot: Int, rows: [RecordID])] = [:]
        for (row, content) in shown {
            guard let entity = schema.entities[row.entity.text] else { continue }
            for (name, placement) in entity.placements {
                guard case .reference(let owner)? = content.values[placement.reference] else { continue }
                targets[Target(owner: owner, name: name), default: (placement.owner.slot, [])].rows.append(row)
            }
        }
        for (target, members) in targets.sorted(by: { ($0.key.owner, $0.key.name) < ($1.key.owner, $1.key.name) }) {
            // The members in the store are looked at only where one of them may have a place.
            if members.rows.contains(where: { shown[$0]?.orders[target.name] != nil }) {
                try records.ordered.add(target.name, of: target.owner)
            }
            guard try records.ordered.contains(target.name, of: target.owner),
                members.rows.contains(where: { !held.contains($0) })
            else { continue }
            try write(target, members.slot, members.rows)
        }
    }

    private func write(_ target: Target, _ slot: Int, _ arrived: [RecordID]) throws {
        guard let place = try places.place(of: target.owner), schema.entities[target.owner.entity.text] != nil else {
            return
        }
        // Without a place among the ones that have come, and without one before, the order is that of the store.
        var former: [PersistentIdentifier] = []
        if !place.isTemporary {
            try rows.load([place])
            if let snapshot = rows[place] { former = try rows.members(slot, of: snapshot) }
        }
        var members = try members(target.name, arrived, former)
        guard members.contains(where: { $0.key != nil }) else { return }
        members.sort { left, right in
            switch (left.key, right.key) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.id < right.id
            }
        }
        let wanted = members.map(\.place)
        if wanted != former { edits.order(wanted, slot, of: place) }
    }

    /// The members that have arrived, and the members that the store has, once each.
    private func members(
        _ name: SyncName,
        _ arrived: [RecordID],
        _ former: [PersistentIdentifier]
    ) throws -> [Member] {
        var members: [Member] = []
        var seen: Set<RecordID> = []
        for row in arrived {
            guard let place = try places.place(of: row), seen.insert(row).inserted else { continue }
            members.append(Member(id: row, key: shown[row]?.orders[name], place: place))
        }
        for place in former where edits.deleted[place] == nil {
            guard let row = try records.places.row(of: place), shown[row] == nil else { continue }
            let key = try records.states(ofRow: row).values.compactMap { $0.orders[name] }.max()?.value
            if seen.insert(row).inserted { members.append(Member(id: row, key: key, place: place)) }
        }
        return members
    }
}
