import SwiftDataCore
import SwiftDataSyncCore

extension SyncSession {
    /// Reads the values that could not be read when they arrived, for which there is a key now.
    ///
    /// - Parameter isEnd: True where everything that the transport has was received.
    func openSealed(isEnd: Bool, ordering: SyncOrdering) throws {
        guard context.sealing.isOn else { return }
        for key in try context.side.readSideTables({ try SyncSealed.keys($0) }) where context.sealing.hasKey(key) {
            var last: [RecordID] = []
            while context.sealing.hasKey(key) {
                let ids = try context.side.readSideTables { tables in
                    try SyncSealed.records(key, limit: context.rebuildLimit, tables)
                }
                // The same records again: their key was withdrawn meanwhile.
                guard !ids.isEmpty, ids != last else { break }
                last = ids
                try Task.checkCancellation()
                try receive([], opening: ids, cursor: nil, isEnd: isEnd, ordering: ordering)
            }
        }
    }

    /// Throws where a store that has been synced with keys would send without encryption, and where a store that has
    /// been synced without encryption would take the values that other devices have sealed for it as all values.
    /// - Throws: ``SyncError`` with code `configuration`.
    func checkSealing(_ facts: DeviceFacts) throws {
        let sealing = context.sealing
        guard facts.isSealed != sealing.isOn else { return }
        guard sealing.isOn else {
            throw SyncError(
                .configuration,
                "The store has been synced with sealed values. Set SyncConfiguration.sealing, so that no value is sent in the open, or "
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
        try writeFacts { $0.beginSealing() }
    }
}
