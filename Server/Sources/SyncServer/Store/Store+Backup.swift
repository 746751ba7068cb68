import SwiftData

extension Store {
    /// Makes a backup in a new folder, while servers go on.
    ///
    /// - Throws: ``ServerError`` for a PostgreSQL server, which has programs of its own for that.
    package func backup(to folder: URL) async throws {
        guard address.file != nil else {
            throw ServerError("A PostgreSQL server has its own programs for backups, such as pg_dump. Use these.")
        }
        try await Self.offPool { [container] in _ = try container.backup(to: folder) }
    }

    /// Puts a backup back, while no server runs, and draws new accounts: devices then send again what the backup lacks.
    ///
    /// Where the process dies, or the accounts cannot be drawn, they are drawn when the store is opened the next time.
    ///
    /// - Throws: ``ServerError`` for a PostgreSQL server. After a restore of one, call ``renewAccounts()``.
    package static func restore(
        from folder: URL,
        to address: StoreAddress,
        keeping replaced: URL?,
        pauses: PausePoints = PausePoints()
    ) async throws {
        guard let file = address.file else {
            throw ServerError("Restore the PostgreSQL server by its own programs, and run “zones renew” then.")
        }
        try await offPool {
            let marker = try RestoreMarker.begin(beside: file)
            do { try ModelContainer.restore(from: folder, to: file, keeping: replaced) } catch let error as StoreError
                where [.locked, .notADatabase].contains(error.code)
            {
                // Nothing was replaced: the store has its accounts still.
                try marker.remove()
                throw error
            }
        }
        try await pauses.reach(.restored)
        _ = try await offPool { try Store(address) }
    }

    /// Ends a restore: draws new accounts in the store that has been put back.
    static func endRestore(_ container: ModelContainer, _ marker: RestoreMarker) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        context.author = Author.administrator
        for zone in try context.fetch(FetchDescriptor<SyncZone>()) { zone.account = Words.random(bytes: 16) }
        try context.save()
        try marker.remove()
    }
}
