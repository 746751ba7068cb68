import Foundation
import SwiftDataCore

/// The mark of a file's model: it differs after each migration.
struct ModelMark: Sendable, Equatable {
    private let hashes: [String: Data]
    private let generation: String?

    /// The mark as a text.
    var text: String {
        let list = hashes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.base64EncodedString())" }
        return ([generation ?? ""] + list).joined(separator: "\n")
    }

    init(_ metadata: StoreMetadata) {
        hashes = metadata.modelVersionHashes
        generation = metadata.generation
    }
}

/// The check that the file of an open store still has the model that it had when the store was opened. Another process
/// may have migrated it since.
final class ServedModel: Sendable {
    private struct State {
        /// The metadata that was last found to be as it should.
        var metadata: Data?
        /// True if the tables of the file have changed since the last check.
        var isDoubtful = false
        /// SQLite's version of the data at the last check, which commits of other connections change; nil before the
        /// first check.
        var dataVersion: Int64?
    }

    let mark: ModelMark
    private let state = Locked(State())

    init(_ metadata: StoreMetadata) {
        mark = ModelMark(metadata)
    }

    /// Notes SQLite's version of the data from before the metadata were read.
    func begin(_ dataVersion: Int64?) { state.withLock { $0.dataVersion = dataVersion } }

    /// Notes that another connection has changed the tables.
    func tablesDidChange() { state.withLock { $0.isDoubtful = true } }

    /// Checks that the file still has the model. To be called in the transaction that writes rows.
    /// - Parameter isDisturbed: True if other writers have committed since the store last looked.
    /// - Throws: ``StoreError`` with code `migration` where the file has another model by now.
    func check(_ runner: SQLRunner, isDisturbed: Bool, path: String?) throws {
        let known = state.withLock { $0 }
        // Other processes may have committed and been received since: a store that watches its file is not disturbed
        // then.
        let version = DataVersion.current(runner.database)
        // No other process writes to a store in memory.
        let isNewer = path != nil && (version == nil || version != known.dataVersion)
        guard isDisturbed || known.isDoubtful || isNewer else { return }
        var found: Data?
        try runner.query("SELECT Z_PLIST FROM Z_METADATA LIMIT 1") { row in
            if !row.isNull(0) { found = row.blob(0) }
        }
        if let found, found != known.metadata {
            guard try ModelMark(StoreMetadata(storeIdentifier: "", propertyList: found)) == mark else {
                throw StoreError(
                    .migration,
                    "The store at \(path ?? "memory") was migrated to another schema since it was opened. Make a new "
                        + "container."
                )
            }
        }
        state.withLock {
            $0.metadata = found
            $0.isDoubtful = false
            $0.dataVersion = version
        }
    }
}
