import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Finds the new rows of a save that was interrupted before the store had returned their identifiers.
struct InsertionMatching {
    let store: any CompleteRowStore
    let tables: any SideTableStore
    private let editing = EditingState(author: SyncEngine.author)

    init(store: any CompleteRowStore, tables: any SideTableStore) { (self.store, self.tables) = (store, tables) }

    /// Finds the rows among the rows that the history lists: by their values, and where these have been changed since,
    /// or are the same, in the order of both.
    func rows(
        of insertions: [SaveIntent.Insertion],
        among inserted: [PersistentIdentifier]
    ) throws -> [PersistentIdentifier?] {
        let digests = digests(of: Array(try store.completeRows(for: inserted, editing).values), new: Set(inserted))
        var found = [PersistentIdentifier?](repeating: nil, count: insertions.count)
        var left = inserted
        for comparesValues in [true, false] {
            for (place, insertion) in insertions.enumerated() where found[place] == nil {
                let candidate = left.firstIndex { identifier in
                    identifier.entityName == insertion.entity
                        && (!comparesValues || digests[identifier] == insertion.digest)
                }
                if let candidate { found[place] = left.remove(at: candidate) }
            }
        }
        return found
    }

    /// Finds the rows among the rows that have no record, by their values alone; nil where one is missing, or there are
    /// none to find.
    func unrecordedRows(
        of insertions: [SaveIntent.Insertion],
        _ layouts: [ModelLayout]
    ) throws -> [PersistentIdentifier]? {
        guard !insertions.isEmpty else { return nil }
        let names = Set(insertions.map(\.entity))
        let records = RecordPlaces(tables, storeIdentifier: store.storeIdentifier)
        var rows: [DefaultSnapshot] = []
        for layout in layouts where names.contains(layout.entityName) {
            rows += try store.completeRows(of: layout, editing).filter { row in
                // The rows of subclasses come with their own class.
                try row.layout.entityName == layout.entityName && records.row(of: row.persistentIdentifier) == nil
            }
        }
        let digests = digests(of: rows, new: Set(rows.map(\.persistentIdentifier)))
        var left = rows.map(\.persistentIdentifier).sorted()
        var found: [PersistentIdentifier] = []
        for insertion in insertions {
            let candidate = left.firstIndex {
                $0.entityName == insertion.entity && digests[$0] == insertion.digest
            }
            guard let candidate else { return nil }
            found.append(left.remove(at: candidate))
        }
        return found
    }

    /// The hashes of rows, but for rows with a value that cannot be read now: they have other values than were saved.
    private func digests(
        of rows: [DefaultSnapshot],
        new: Set<PersistentIdentifier>
    ) -> [PersistentIdentifier: Data] {
        var digests: [PersistentIdentifier: Data] = [:]
        for row in rows {
            do { digests[row.persistentIdentifier] = try RowDigest.of(row, isNew: new.contains) } catch { continue }
        }
        return digests
    }
}
