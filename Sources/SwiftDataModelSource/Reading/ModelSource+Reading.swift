package import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

extension ModelSource {
    /// Reads a model or a store: `.xcdatamodeld`, `.xcdatamodel` or its `contents`, `.momd`, `.mom`, or the file of a
    /// store with its model cache. Nothing is written.
    /// - Throws: ``StoreError`` with the problem of the file.
    package static func read(_ url: URL) throws -> ModelSource {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw StoreError(.cannotOpen, "There is nothing at \(url.path).")
        }
        return isFolder.boolValue ? try read(folder: url) : try read(file: url)
    }

    private static func read(folder: URL) throws -> ModelSource {
        let names = try ModelFolder.names(in: folder)
        let name = folder.deletingPathExtension().lastPathComponent
        if names.contains("contents") {
            let model = try ModelContents.model(at: folder.appending(path: "contents"))
            return ModelSource(name: name, versions: [ModelVersion(name: name, model: model)])
        }
        let versions = names.filter { $0.hasSuffix(".xcdatamodel") }
        if !versions.isEmpty {
            let current = try ModelFolder.currentVersion(
                in: folder.appending(path: ".xccurrentversion"),
                key: "_XCCurrentVersionName"
            )
            return try make(name, versions, current: current.map(ModelFolder.baseName)) {
                try ModelContents.model(at: folder.appending(path: $0).appending(path: "contents"))
            }
        }
        let compiled = names.filter { $0.hasSuffix(".mom") }
        guard !compiled.isEmpty else {
            throw StoreError(.cannotOpen, "The folder \(folder.path) is not a model: it has no versions in it.")
        }
        let current = try ModelFolder.currentVersion(
            in: folder.appending(path: "VersionInfo.plist"),
            key: "NSManagedObjectModel_CurrentVersionName"
        )
        return try make(name, compiled, current: current) {
            try ModelCache.model(archive: try ModelFolder.data(folder.appending(path: $0)))
        }
    }

    private static func make(
        _ name: String,
        _ files: [String],
        current: String?,
        _ read: (String) throws -> ModelOutline
    ) throws -> ModelSource {
        let ordered = files.sorted { VersionNameOrder.precedes(ModelFolder.baseName($0), ModelFolder.baseName($1)) }
        let versions = try ordered.map { ModelVersion(name: ModelFolder.baseName($0), model: try read($0)) }
        let index = current.flatMap { current in versions.firstIndex { $0.name == current } }
        return ModelSource(name: name, versions: versions, currentIndex: index)
    }

    private static func read(file url: URL) throws -> ModelSource {
        let name = url.deletingPathExtension().lastPathComponent
        let start = try ModelFolder.firstBytes(url)
        func single(_ model: ModelOutline) -> ModelSource {
            ModelSource(name: name, versions: [ModelVersion(name: name, model: model)])
        }
        if start.starts(with: Data("SQLite format 3".utf8)) {
            return try read(store: url, name: name)
        }
        if start.starts(with: Data("bplist00".utf8)) {
            return single(try ModelCache.model(archive: try ModelFolder.data(url)))
        }
        if start.contains(UInt8(ascii: "<")) {
            // `Trips.xcdatamodel/contents` is named after the folder.
            guard name == "contents" else { return single(try ModelContents.model(at: url)) }
            return try read(folder: url.deletingLastPathComponent())
        }
        throw StoreError(.cannotOpen, "\(url.path) is neither a model nor a store.")
    }

    private static func read(store url: URL, name: String) throws -> ModelSource {
        let connection = try StoreConnection.readOnlyFile(url.path)
        defer { try? connection.close() }
        let description = try connection.read { try StoreDescription($0, path: url.path) }
        let model = try description.requireLayout().model
        var source = ModelSource(name: name, versions: [ModelVersion(name: name, model: model)])
        source.isFromStore = true
        return source
    }
}
