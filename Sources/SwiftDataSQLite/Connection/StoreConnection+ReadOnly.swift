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
        guard files.fileExists(atPath: path) else {
            throw StoreError(.cannotOpen, "There is no store at \(path), and allowsSave: false creates none.")
        }
        guard files.isReadableFile(atPath: path) else {
            throw StoreError(.noPermission, "The store at \(path) may not be read by this process.")
        }
        let configuration = settings.configuration(isReadOnly: true)
        switch ReadOnlyAccess.choose(for: path) {
        case .immutable:
            return try open(uri(path, "immutable=1"), for: path, configuration)
        case .sharedMemory:
            let connection = try open(path, for: path, configuration)
            return connection
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
            for suffix in ["", "-wal"] where files.fileExists(atPath: path + suffix) {
                try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
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

    private static func uri(_ path: String, _ query: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%;"))
        return "file:" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path) + "?" + query
    }
}
