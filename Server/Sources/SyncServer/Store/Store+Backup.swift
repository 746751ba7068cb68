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

    /// Puts a backup back, while no server runs, and draws new accounts: devices then send the changes again that the
    /// backup lacks.
    ///
    /// Tokens that were revoked since the backup stay revoked, where the store that is replaced can be read. Other
    /// rights come from the backup.
    ///
    /// Where the process dies, or the accounts cannot be drawn, they are drawn when the store is opened the next time.
    ///
    /// - Returns: False where there was a store that cannot be read.
    /// - Throws: ``ServerError`` for a PostgreSQL server. After a restore of one, call ``renewAccounts()``.
    @discardableResult
    package static func restore(
        from folder: URL,
        to address: StoreAddress,
        keeping replaced: URL?,
        pauses: PausePoints = PausePoints()
    ) async throws -> Bool {
        guard let file = address.file else {
            throw ServerError("Restore the PostgreSQL server by its own programs, and run “zones renew” then.")
        }
        let isRead = try await offPool {
            // A restore is for stores that cannot be read. The program reports the consequences for its tokens.
            let revoked = try? revocations(address, file)
            let marker = try RestoreMarker.begin(beside: file, revoked: revoked ?? [:])
            let before = stamps(file)
            do { try ModelContainer.restore(from: folder, to: file, keeping: replaced) } catch {
                // If nothing was replaced, the store keeps its accounts. In doubt they are drawn again.
                let refusals: [StoreError.Code] = [.locked, .notADatabase, .alreadyExists, .missingFolder]
                let isRefused = (error as? StoreError).map { refusals.contains($0.code) } ?? false
                if isRefused || before != nil && stamps(file) == before { try marker.remove() }
                throw error
            }
            return revoked != nil
        }
        try await pauses.reach(.restored)
        _ = try await offPool { try Store(address) }
        return isRead
    }

    /// The sizes and the times of the files of a store; nil where a file exists and cannot be examined.
    private static func stamps(_ file: URL) -> [String]? {
        let path = file.resolvingSymlinksInPath().path
        var stamps: [String] = []
        for path in [path, path + "-wal"] {
            guard FileManager.default.fileExists(atPath: path) else {
                stamps.append("none")
                continue
            }
            guard let found = try? FileManager.default.attributesOfItem(atPath: path),
                let time = found[.modificationDate] as? Date, let size = found[.size]
            else { return nil }
            stamps.append("\(size) \(time.timeIntervalSince1970)")
        }
        return stamps
    }

    /// The tokens of a store that are revoked. The store is closed then.
    private static func revocations(_ address: StoreAddress, _ file: URL) throws -> [String: Double] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let context = ModelContext(try Store(address).container)
        let revoked = try context.fetch(FetchDescriptor<AccessToken>(predicate: #Predicate { $0.revoked != nil }))
        return Dictionary(revoked.map { ($0.identifier, $0.revoked?.timeIntervalSince1970 ?? 0) }) { first, _ in first }
    }

    /// Ends a restore: draws new accounts in the store that has been put back, and revokes the revoked tokens again.
    static func endRestore(_ container: ModelContainer, _ marker: RestoreMarker) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        context.author = Author.administrator
        for zone in try context.fetch(FetchDescriptor<SyncZone>()) { zone.account = Words.random(bytes: 16) }
        for token in try context.fetch(FetchDescriptor<AccessToken>()) where token.revoked == nil {
            token.revoked = marker.revoked[token.identifier].map { Date(timeIntervalSince1970: $0) }
        }
        try context.save()
        try marker.remove()
    }
}
