import Foundation
import SwiftDataCore

/// Whether the file of an open store still has the model that it had when the store was opened: somebody else may have
/// migrated it since.
final class ServedModel: Sendable {
    private struct State {
        /// The metadata that was last found to be as it should.
        var metadata: Data?
        /// Whether the tables of the file have changed since somebody looked.
        var isDoubtful = false
    }

    private let hashes: [String: Data]
    private let state = Locked(State())

    init(_ metadata: StoreMetadata) {
        hashes = metadata.modelVersionHashes
    }

    /// Somebody else has changed the tables.
    func tablesDidChange() { state.withLock { $0.isDoubtful = true } }

    /// To be called in the transaction of whoever writes rows.
    /// - Parameter isDisturbed: Whether others have committed since the store last looked.
    /// - Throws: ``StoreError`` with code `migration` where the file has another model by now.
    func check(_ runner: SQLRunner, isDisturbed: Bool, path: String?) throws {
        let known = state.withLock { $0 }
        guard isDisturbed || known.isDoubtful else { return }
        var found: Data?
        try runner.query("SELECT Z_PLIST FROM Z_METADATA LIMIT 1") { row in
            if !row.isNull(0) { found = row.blob(0) }
        }
        if let found, found != known.metadata {
            guard try StoreMetadata(storeIdentifier: "", propertyList: found).modelVersionHashes == hashes else {
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
        }
    }
}
