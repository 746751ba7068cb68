import SwiftDataCore
import SwiftDataSyncCore

/// The rows of the store that shown rows of the view have, or get.
///
/// Not shared: it serves one call on the thread of the engine.
final class ClaimedPlaces {
    private let shown: [RecordID: RowContent]
    private let records: SyncRecords
    private var places: [RecordID: PersistentIdentifier] = [:]
    /// The new rows of the view by their temporary identifiers.
    private(set) var insertions: [(row: RecordID, identifier: PersistentIdentifier)] = []
    /// The rows that keep a place in the store which another of their records had.
    private(set) var kept: [(row: RecordID, identifier: PersistentIdentifier)] = []
    /// The rows that several rows of the store are one row in now, with the ones that are deleted.
    private(set) var joined: [(row: RecordID, identifiers: [PersistentIdentifier])] = []

    init(_ shown: [RecordID: RowContent], _ records: SyncRecords) {
        self.shown = shown
        self.records = records
    }

    /// All places that are claimed.
    var all: Dictionary<RecordID, PersistentIdentifier>.Values { places.values }

    /// The identifier that a shown row has; nil for a row that the store does not have, and for a row that is not shown.
    subscript(row: RecordID) -> PersistentIdentifier? { places[row] }

    /// The identifier of a row of the view; nil where it is not in the store.
    func place(of row: RecordID) throws -> PersistentIdentifier? {
        if let place = places[row] { return place }
        return shown[row] == nil ? try records.places.place(of: row) : nil
    }

    /// Gives each row the identifier that one of its records has in the store. Returns the rows of the store that are
    /// left over: the rows of records that have joined another row.
    func claim() throws -> [PersistentIdentifier] {
        var surplus: [PersistentIdentifier] = []
        for (row, content) in shown {
            var found: [PersistentIdentifier] = []
            for record in [row] + content.records where record.entity == row.entity {
                if let place = try records.places.place(of: record), !found.contains(place) { found.append(place) }
            }
            guard let first = found.first else { continue }
            places[row] = first
            if try records.places.place(of: row) != first { kept.append((row, first)) }
            surplus += found.dropFirst()
            if try found.count > 1 || isNewlyJoined(content) { joined.append((row, Array(found.dropFirst()))) }
        }
        return surplus
    }

    /// True where the records of a row were not one row before.
    private func isNewlyJoined(_ content: RowContent) throws -> Bool {
        guard content.records.count > 1, let first = try records.formerRow(of: content.records[0]) else {
            return content.records.count > 1
        }
        return try content.records.contains { try records.formerRow(of: $0) != first }
    }

    /// Gives a temporary identifier to a row that the store does not have.
    func insert(_ row: RecordID, at identifier: PersistentIdentifier) {
        places[row] = identifier
        insertions.append((row, identifier))
    }
}
