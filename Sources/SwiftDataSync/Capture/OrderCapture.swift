import SwiftDataCore
import SwiftDataSyncCore

/// Captures the order of to-many relationships.
///
/// Members that are in the order of their keys in the store have no places, as long as none has one; members without a
/// place come after members that have one, the older ones first.
struct OrderCapture {
    let scope: CaptureScope

    func capture(_ name: SyncName, of row: CapturedRow, _ members: [PersistentIdentifier]) throws {
        guard members.count > 1 else { return }
        let isByKey = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
        // The rows of a store that joins get their identities now, in another order than that of their keys where they refer to each
        // other.
        let isFirst = scope.mode.isStock && row.isNew
        if isByKey, try hasNoPlaces(name, of: row.row, members), try !isFirst || willBeInOrder(members) { return }
        let ids = try members.compactMap { try scope.records.identity($0, time: row.time) }
        let states = try ids.map { try scope.parts.states(ofRow: $0) }
        let keys = states.map { $0.values.compactMap { $0.orders[name] }.max()?.value }
        if isByKey, !isFirst, keys.allSatisfy({ $0 == nil }) { return }
        let order = MemberOrder(ids: ids, keys: keys)
        if order.isShown { return }
        try scope.records.ordered.add(name, of: row.row)
        for (index, key) in try order.newKeys(scope.parts.device) {
            try scope.parts.place(key, in: name, ofRow: states[index], now: row.time)
        }
    }

    /// True where no member is known to have a place. The states of members are not read, except of members that are
    /// captured now: the other members have passed the writer of rows, which notes where places are.
    private func hasNoPlaces(_ name: SyncName, of row: RecordID, _ members: [PersistentIdentifier]) throws -> Bool {
        if try scope.records.ordered.contains(name, of: row) { return false }
        for member in members where scope.asked.contains(member) {
            guard let id = try scope.records.places.row(of: member) else { continue }
            if try scope.parts.states(ofRow: id).values.contains(where: { $0.orders[name] != nil }) { return false }
        }
        return true
    }

    /// True where the identities of members that are captured now and later are in the order of their keys. Rows of one
    /// class get them in that order.
    private func willBeInOrder(_ members: [PersistentIdentifier]) throws -> Bool {
        let known = try members.map { try scope.records.places.row(of: $0) }
        let ids = known.prefix { $0 != nil }.compactMap { $0 }
        let rest = members.dropFirst(ids.count)
        return known.dropFirst(ids.count).allSatisfy { $0 == nil } && zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
            && rest.allSatisfy { $0.entityName == rest.first?.entityName }
            && !scope.schema.earlyClasses.contains(rest.first?.entityName ?? "")
    }
}
