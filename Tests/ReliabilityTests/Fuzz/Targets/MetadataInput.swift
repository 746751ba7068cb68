import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The property list of `Z_METADATA`.
enum MetadataInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        let model = FuzzModels.outline
        var marked = StoreMetadata(model)
        marked.tombstones.append(try StoreLayout(model).tables)
        var migrated = marked
        migrated.adopt(model)
        let foreign = StoreMetadata(model, hashes: ["FuzzBook": Data(repeating: 7, count: 32)])
        return try [StoreMetadata(model), marked, migrated, foreign].map { try $0.propertyList() }
    }

    static func check(_ data: Data) throws {
        _ = StoreMetadataDetails(data)
        let metadata = try accepting(StoreError.self) { try StoreMetadata(storeIdentifier: "A", propertyList: data) }
        guard let metadata, let written = try accepting(StoreError.self, { try metadata.propertyList() }) else {
            return
        }
        let again: StoreMetadata = try rereading("the metadata") {
            try StoreMetadata(storeIdentifier: "A", propertyList: written)
        }
        try require(
            again.modelVersionHashes == metadata.modelVersionHashes
                && again.modelVersionIdentifiers == metadata.modelVersionIdentifiers
                && again.hasLibraryHashes == metadata.hasLibraryHashes && again.tombstones == metadata.tombstones
                && again.isCollection("FuzzBook", "words") == metadata.isCollection("FuzzBook", "words"),
            "the metadata have become others"
        )
    }
}
