import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The archive of a model, without its compression.
enum ModelInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        [ModelCache.archive(FuzzModels.small), ModelCache.archive(FuzzModels.family)]
    }

    static func check(_ data: Data) throws {
        guard let model = try accepting(StoreError.self, { try ModelCache.model(archive: data) }) else { return }
        try check(model)
    }

    /// A model that does not contradict itself is archived and read again as the same.
    static func check(_ model: ModelOutline) throws {
        guard let layout = try accepting(StoreError.self, { try StoreLayout(model) }) else { return }
        try require(!layout.creationStatements.isEmpty, "a layout without tables")
        let archive = ModelCache.archive(model)
        let again: ModelOutline = try rereading("the model") { try ModelCache.model(archive: archive) }
        try require(ModelCache.archive(again) == archive, "the model has become another one")
        _ = VersionHash.hashes(model)
    }
}

/// The content of `Z_MODELCACHE`.
enum ModelCacheInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        try [ModelCache.content(FuzzModels.small), RawDeflate.compress(Data(repeating: 0, count: 200_000))]
    }

    /// More than a seed has, and few enough for a million executions.
    private static let limit = 1 << 17

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
