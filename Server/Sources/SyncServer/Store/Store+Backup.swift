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
    /// - Throws: ``ServerError`` for a PostgreSQL server. After a restore of one, call ``renewAccounts()``.
    package static func restore(from folder: URL, to address: StoreAddress, keeping replaced: URL?) async throws {
        guard let file = address.file else {
            throw ServerError("Restore the PostgreSQL server by its own programs, and run “zones renew” then.")
        }
        try await offPool { try ModelContainer.restore(from: folder, to: file, keeping: replaced) }
        try await Store(address).renewAccounts()
    }
}
