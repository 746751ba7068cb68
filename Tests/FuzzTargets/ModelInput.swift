import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The archive of a model, without its compression.
enum ModelInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        [ModelCache.archive(FuzzModels.outline), ModelCache.archive(FuzzModels.small)]
    }

    static func check(_ data: Data) throws {
        guard let model = try accepting(StoreError.self, { try ModelCache.model(archive: data) }) else { return }
        try check(model)
    }

    /// A model that was read is archived and read again as the same.
    static func check(_ model: ModelOutline) throws {
        let archive = ModelCache.archive(model)
        let again: ModelOutline = try rereading("the model") { try ModelCache.model(archive: archive) }
        try require(ModelCache.archive(again) == archive, "the model has become another one")
        guard let layout = try accepting(StoreError.self, { try StoreLayout(model) }) else { return }
        try require(!layout.creationStatements.isEmpty, "a layout without tables")
        _ = VersionHash.hashes(model)
    }
}

/// The content of `Z_MODELCACHE`.
enum ModelCacheInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        try [ModelCache.content(FuzzModels.small), RawDeflate.compress(Data(repeating: 0, count: 5_000_000))]
    }

    /// More than any seed has, and few enough for a million executions.
    private static let limit = 1 << 20

    static func check(_ data: Data) throws {
        if let content = RawDeflate.decompress(data, limit: limit) {
            try require(content.count <= limit, "more data than the limit allows")
            let again: Data = try rereading("the data") {
                RawDeflate.decompress(try RawDeflate.compress(content), limit: limit)
            }
            try require(again == content, "compressed data has become other data")
        }
        guard let model = try accepting(StoreError.self, { try ModelCache.model(data) }) else { return }
        try ModelInput.check(model)
    }

    static func describe(_ data: Data) -> String {
        RawDeflate.decompress(data, limit: limit).map { "d" + hexadecimal($0) } ?? "nil"
    }
}
