import SwiftDataCore
import SwiftDataSyncCore

/// The sealed values of a transaction: those that arrive, those that were kept, and the records that are noted for their keys.
extension SyncTransaction {
    /// Adds a part that has arrived, with the values that this device can read.
    func add(_ part: RecordState, to id: RecordID) {
        parts[id, default: RecordState()].merge(context.sealing.opened(part, of: id, &result.sealing))
    }

    /// Adds the values of records that could not be read when they arrived, and can be read now.
    func open(_ ids: [RecordID]) throws {
        for id in ids {
            triedToOpen.insert(id)
            let part = context.sealing.openable(try records.state(id), of: id, &result.sealing)
            parts[id, default: RecordState()].merge(part)
        }
    }

    /// The records whose unread values have changed.
    func noteSealed() throws -> [SealedNote] {
        let hasNotes = try context.side.readSideTables { try !SyncSealed.isEmpty($0) }
        return try parts.keys.compactMap { id in
            let keys = try records.state(id).sealingKeys
            guard hasNotes || !keys.isEmpty else { return nil }
            let known = hasNotes ? try context.side.readSideTables { try SyncSealed.keys(of: id, $0) } : []
            // A value that its key does not open is not tried again.
            let isTried = triedToOpen.contains(id)
            let removed = known.filter { !keys.contains($0) || isTried && context.sealing.hasKey($0) }
            let added = keys.subtracting(known).filter { !context.sealing.hasKey($0) }
            return removed.isEmpty && added.isEmpty ? nil : SealedNote(record: id, added: added, removed: removed)
        }
    }
}

extension SyncSession {
    /// Reads the values that could not be read when they arrived, for which there is a key now.
    ///
    /// - Parameter isEnd: True where everything that the transport has was received.
    func openSealed(isEnd: Bool, ordering: SyncOrdering) throws {
        guard context.sealing.isOn else { return }
        for key in try context.side.readSideTables({ try SyncSealed.keys($0) }) where context.sealing.hasKey(key) {
            while true {
                let ids = try context.side.readSideTables { tables in
                    try SyncSealed.records(key, limit: context.rebuildLimit, tables)
                }
                guard !ids.isEmpty else { break }
                try Task.checkCancellation()
                try receive([], opening: ids, cursor: nil, isEnd: isEnd, ordering: ordering)
            }
        }
    }

    /// Throws where a store that has been synced with keys would send in the open, and where one that has been synced in the open
    /// would take what others have sealed for it as all that there is.
    /// - Throws: ``SyncError`` with code `configuration`.
    func checkSealing(_ facts: DeviceFacts) throws {
        let sealing = context.sealing
        guard facts.isSealed != sealing.isOn else { return }
        guard sealing.isOn else {
            throw SyncError(
                .configuration,
                "The store has been synced with sealed values. Set SyncConfiguration.sealing, so that nothing is sent in the open, or "
                    + "reset the engine."
            )
        }
        guard sealing.acceptsOpenValues else {
            throw SyncError(
                .configuration,
                "The store has been synced in the open. Reset the engine or let the transport serve another account, so that all values "
                    + "are sealed, or set SyncConfiguration.acceptsOpenValues."
            )
        }
        try writeFacts { $0.facts.isSealed = true }
    }
}
