import Foundation
import GRDB
import SwiftDataCore

extension StoreConnection {
    /// A file that is only read, with nothing written to it or beside it.
    /// - Throws: ``StoreError`` with the cause.
    package static func readOnlyFile(
        _ path: String,
        settings: ConnectionSettings = ConnectionSettings()
    ) throws -> StoreConnection {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.cannotOpen, "There is no store at \(path), and allowsSave: false creates none.")
        }
        guard !isFolder.boolValue else { throw StoreError(.cannotOpen, "\(path) is a folder, not a store.") }
        guard files.isReadableFile(atPath: path) else {
            throw StoreError(.noPermission, "The store at \(path) may not be read by this process.")
        }
        let configuration = settings.configuration(isReadOnly: true)
        switch ReadOnlyAccess.choose(for: path) {
        case .immutable:
            return try open(uri(path, "immutable=1"), for: path, configuration)
        case .sharedMemory:
            return try open(path, for: path, configuration)
        case .copy:
            return try openCopy(of: path, configuration)
        }
    }

    private static func open(
        _ name: String,
        for path: String,
        temporaryFolder: URL? = nil,
        _ configuration: Configuration
    ) throws -> StoreConnection {
        let pool = try opening(path: path) { try DatabasePool(path: name, configuration: configuration) }
        return StoreConnection(database: pool, path: path, isReadOnly: true, temporaryFolder: temporaryFolder)
    }

    private static func openCopy(of path: String, _ configuration: Configuration) throws -> StoreConnection {
        let files = FileManager.default
        let folder = files.temporaryDirectory
            .appendingPathComponent("OpenSwiftData-\(UUID().uuidString)", isDirectory: true)
        let copy = folder.appendingPathComponent("copy.store").path
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try copyUnchanging(path, to: copy)
            // A copy keeps the permissions, and SQLite makes the -shm file beside it with the same.
            for suffix in ["", "-wal"] where files.fileExists(atPath: copy + suffix) {
                try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
            }
            return try open(copy, for: path, temporaryFolder: folder, configuration)
        } catch let error {
            try? files.removeItem(at: folder)
            if error is StoreError { throw error }
            throw StoreError(.cannotOpen, "The store at \(path) could not be copied to be read.", underlying: error)
        }
    }

    /// Copies a file and its log. Nobody is known to write to them, but if somebody does, a copy of both at different
    /// times is of no use.
    private static func copyUnchanging(_ path: String, to copy: String) throws {
        let files = FileManager.default
        let suffixes = ["", "-wal"].filter { files.fileExists(atPath: path + $0) }
        func state() throws -> [[String]] {
            try suffixes.map { suffix in
                let attributes = try files.attributesOfItem(atPath: path + suffix)
                return ["\(attributes[.size] ?? 0)", "\(attributes[.modificationDate] ?? 0)"]
            }
        }
        for attempt in 1... {
            let before = try state()
            for suffix in suffixes {
                if attempt > 1 { try files.removeItem(atPath: copy + suffix) }
                try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            if try state() == before || attempt == 10 { return }
        }
    }

    private static func uri(_ path: String, _ query: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
        return "file:" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path) + "?" + query
    }
}
