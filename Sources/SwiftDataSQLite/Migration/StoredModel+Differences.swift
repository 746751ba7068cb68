package import Foundation
package import SwiftDataCore
import SwiftDataSQL

extension StoredModel {
    /// The entities that a schema has otherwise than the store, as far as they distinguish versions; entities that one
    /// of the two lacks are included.
    /// - Throws: ``StoreError`` for a file that cannot be read.
    package static func differences(of file: URL, from schema: Schema) throws -> [String] {
        let connection = try StoreConnection.readOnlyFile(file.path)
        defer { try? connection.close() }
        return try connection.read { runner in
            let model = try FileModel(runner, path: file.path)
            let theirs = try model.outline()
            let ours = ModelOutline(schema).followingInverses(of: theirs)
            guard !model.isWrittenByLibrary else { return model.metadata.differences(from: ours) }
            let (old, new) = (VersionHash.hashes(theirs.refined(by: ours)), VersionHash.hashes(ours))
            return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        }
    }
}
