#if PostgreSQL
import Foundation
import SwiftDataCore

/// The values that outlive a row, as JSON: each under the name of its property, as its type encodes.
enum TombstoneValues {
    /// The JSON of a row that is deleted; nil where nothing of it is kept.
    static func json<Model: PersistentModel>(_ snapshot: DefaultSnapshot, _: Model.Type) -> Data? {
        let tombstone = HistoryTombstone<Model>(snapshot)
        guard tombstone.contains(where: { _ in true }) else { return nil }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            let json = try encoder.encode(tombstone)
            // The server's JSON has no U+0000, and the row has to be deleted.
            return PostgresCoding.hasNulEscape(json) ? nil : json
        } catch {
            let kind = "The history keeps no values of a deleted \(snapshot.layout.entityName)"
            log.limited(.notice, kind, "\(kind), since they cannot be encoded: \(type(of: error)).")
            return nil
        }
    }

    /// The tombstone of a row; an empty one where nothing was kept, or nothing of it is a property any more.
    static func tombstone<Model: PersistentModel>(_ json: Data?, _: Model.Type) -> HistoryTombstone<Model> {
        guard let json else { return HistoryTombstone([]) }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return try decoder.decode(HistoryTombstone<Model>.self, from: json)
        } catch {
            // The model is deleted: its tombstone must not make the rest unreadable.
            let kind = "The values that the history keeps of a deleted \(Model.self) cannot be read"
            log.limited(.notice, kind, "\(kind), and are left out: \(type(of: error)).")
            return HistoryTombstone([])
        }
    }
}
#endif
