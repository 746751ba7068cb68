import Foundation
import SwiftDataCore
package import SwiftDataSQL

/// What a store's file says of itself.
package struct StoreDescription: Sendable {
    package let metadata: StoreMetadata
    /// The model that the store was last opened with.
    package let model: ModelOutline

    /// Reads a store that may be anybody's, and writes nothing to it or beside it.
    /// - Throws: ``StoreError`` with the cause: `cannotOpen`, `noPermission`, `notADatabase`, `newerLayout`, or
    ///   `corruptRow` for a store without a model.
    package static func read(_ path: String) throws -> StoreDescription {
        let connection = try StoreConnection.readOnlyFile(path)
        defer { try? connection.close() }
        return try connection.read { runner in
            let tables = Set(try runner.strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
            guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
                throw StoreError(
                    .notADatabase,
                    "\(path) is a database, but neither SwiftData nor Core Data made it."
                )
            }
            let metadata = try StoreFile.metadata(runner, path: path)
            guard tables.contains("Z_MODELCACHE") else { throw withoutModel(path) }
            var content: Data?
            try runner.query("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { row in
                if !row.isNull(0) { content = row.blob(0) }
            }
            guard let content else { throw withoutModel(path) }
            return StoreDescription(metadata: metadata, model: try ModelCache.model(content))
        }
    }

    private static func withoutModel(_ path: String) -> StoreError {
        StoreError(.corruptRow, "The store at \(path) does not keep its model.")
    }
}
