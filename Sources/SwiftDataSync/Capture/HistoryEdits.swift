import SwiftDataCore
import SwiftDataSyncCore

/// The edits of rows that the history of a store has after a position.
struct HistoryEdits {
    /// The edits, one for each row.
    let edits: [RowEdit]
    /// True where the history has the change of a row without its properties.
    let hasUnknownProperties: Bool
    /// The position after the edits; nil where the history has none.
    let position: Int64?
    let isAtEnd: Bool

    /// - Parameters:
    ///   - position: The position; nil for the beginning of the history.
    ///   - limit: The number of changes.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where the program has deleted transactions after the position.
    init(_ context: SyncContext, after position: Int64?, limit: Int) throws {
        let store = context.store.storeIdentifier
        // Without a position it is the one before all transactions, so that a beginning which was deleted is noticed.
        let token = DefaultHistoryToken(storeIdentifier: store, transaction: position ?? 0)
        let environment = context.environment
        var edits: [PersistentIdentifier: RowEdit] = [:]
        var order: [PersistentIdentifier] = []
        var hasUnknownProperties = false
        let scan = try context.side.scanHistory(after: token, by: .except([SyncEngine.author]), limit: limit) {
            change in
            let time = environment.time(change.timestamp)
            if change.slots.isEmpty, !change.possibleSlots.isEmpty { hasUnknownProperties = true }
            let kind = RowEdit.Kind(change, time: time)
            if edits[change.identifier] == nil {
                edits[change.identifier] = RowEdit(change.identifier, kind, time: time)
                order.append(change.identifier)
            } else {
                edits[change.identifier]?.add(kind, time: time)
            }
        }
        self.edits = order.compactMap { edits[$0] }
        self.hasUnknownProperties = hasUnknownProperties
        self.position = scan.token?.position(in: store)
        isAtEnd = scan.isAtEnd
    }
}

extension RowEdit.Kind {
    fileprivate init(_ change: HistoryRowChange, time: UInt64) {
        switch change.kind {
        case .insert: self = .inserted
        case .update: self = .updated(Dictionary((change.slots + change.possibleSlots).map { ($0, time) }) { $1 })
        case .delete: self = .deleted
        }
    }
}
