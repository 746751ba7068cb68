import SwiftDataCore

/// The new rows of a save that turned out to have the unique values of another row, and so became updates of it.
struct Upserts {
    private var keys: [PersistentIdentifier: Int64] = [:]
    /// The last new row that was written over a row: the row has its values.
    private var winners: [ChangeLog.Row: EncodedRow] = [:]
    private var order: [ChangeLog.Row] = []
    /// The values that stored rows have kept, by the identifiers of the new ones.
    private(set) var kept: [PersistentIdentifier: [Int: StoredValue]] = [:]

    var isEmpty: Bool { keys.isEmpty }

    /// True if a new row became an update.
    func contains(_ identifier: PersistentIdentifier) -> Bool { keys[identifier] != nil }

    /// - Parameter values: The values that the stored row keeps, by slot.
    mutating func add(_ row: EncodedRow, _ key: Int64, keeping values: [Int: StoredValue]) {
        if !values.isEmpty { kept[row.identifier] = values }
        let place = ChangeLog.Row(entity: row.entity.number, key: key)
        keys[row.identifier] = key
        if winners.updateValue(row, forKey: place) == nil { order.append(place) }
    }

    /// True if another new row was written over the same row later, so that the values of this one no longer count.
    func isOverwritten(_ row: EncodedRow, _ key: Int64) -> Bool {
        guard let winner = winners[ChangeLog.Row(entity: row.entity.number, key: key)] else { return false }
        return winner.identifier != row.identifier
    }

    /// Each row that was written over, with the new row that was written last.
    var final: [(row: EncodedRow, key: Int64)] {
        order.compactMap { place in winners[place].map { ($0, place.key) } }
    }

    /// The last new rows that were written over rows from before the save.
    func stored(_ log: ChangeLog) -> [EncodedRow] {
        final.filter { !log.isInserted($0.row.entity, $0.key) }.map(\.row)
    }
}
