import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// Copies a store with its `-wal` and its files of large values.
enum StoreCopy {
    /// - Parameters:
    ///   - leftOut: The names of external files that stay behind.
    ///   - lose: Is called with the name of each external file that cannot be read, and the reason. Where it is nil,
    ///     such a file is an error.
    ///   - copyFile: Copies the file itself, where that is more than a copy of its bytes.
    /// - Returns: The names of the external files that were copied.
    /// - Throws: ``ToolFailure`` where there is a store or anything else at the destination.
    @discardableResult
    static func copy(
        _ path: String,
        to destination: String,
        leavingOut leftOut: Set<String> = [],
        losing lose: ((String, any Error) -> Void)? = nil,
        _ copyFile: (() throws -> Void)? = nil
    ) throws -> Set<String> {
        let support = ExternalStorage(storePath: destination).folder
        let taken = suffixes.map { destination + $0 } + (support.map { [$0.path] } ?? [])
        for place in taken where FileManager.default.fileExists(atPath: place) {
            throw ToolFailure("There is already a file \(place).")
        }
        var copied: Set<String> = []
        do {
            if let copyFile { try copyFile() } else { try copyFiles(path, to: destination) }
            try copyExternal(of: path, to: support?.path, leavingOut: leftOut, lose) { copied.insert($0) }
            try files.syncFolder((destination as NSString).deletingLastPathComponent)
            return copied
        } catch {
            remove(destination, copied: copied)
            throw ToolFailure("The store could not be copied to \(destination): \(ToolFailure(error))")
        }
    }

    private static let suffixes = ["", "-wal", "-shm", "-journal"]
    private static var files: any FileCalls { ConnectionSettings.ordinary.files }

    /// The permissions of a copy. The owner may write it, even if the store is read-only. Other users have no more
    /// rights than before.
    static func permissions(for path: String) -> FilePermissions {
        FilePermissions(mode: FilePermissions(of: path).mode | 0o600)
    }

    /// - Parameter note: Is called with the name of each file before it is made.
    private static func copyExternal(
        of path: String,
        to support: String?,
        leavingOut leftOut: Set<String>,
        _ lose: ((String, any Error) -> Void)?,
        _ note: (String) -> Void
    ) throws {
        let external = ExternalStorage(storePath: path)
        let places = try external.places().filter { !leftOut.contains($0.key) }.sorted { $0.key < $1.key }
        guard let support, !places.isEmpty else { return }
        let permissions = permissions(for: path)
        try files.makeFolders(support, permissions)
        for (name, source) in places {
            let target = (support as NSString).appendingPathComponent(name)
            note(name)
            do {
                try files.copy(source, to: target, permissions) { _ in }
            } catch let failure as FileFailure where failure.path == source && !isPassing(failure) {
                guard let lose else { throw failure }
                _ = try files.remove(target)
                lose(name, failure)
            }
        }
        try files.syncFolder(support)
    }

    /// True if the file could be read at another time.
    private static func isPassing(_ failure: FileFailure) -> Bool {
        [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(failure.number)
    }

    /// Removes external files of a copy.
    static func removeExternal(_ names: [String], of path: String) throws {
        guard let folder = ExternalStorage(storePath: path).folder else { return }
        for name in names { _ = try files.remove(folder.appendingPathComponent(name).path) }
    }

    /// Removes a copy that came to nothing.
    /// - Parameter copied: The names of the external files that were copied.
    static func remove(_ path: String, copied: Set<String> = []) {
        do {
            try StoreRemoval(path).run(copied: copied)
        } catch {
            log.error("The incomplete copy at \(path) could not be removed: \(error)")
        }
    }

    /// A writer that starts meanwhile would make the two files of different times: they are copied until they stay as
    /// they are.
    private static func copyFiles(_ path: String, to destination: String) throws {
        let permissions = permissions(for: path)
        var before = try stamps(path)
        while true {
            for suffix in ["", "-wal"] {
                _ = try files.remove(destination + suffix)
                guard try MissingFile.attributes(path + suffix) != nil else { continue }
                try files.copy(path + suffix, to: destination + suffix, permissions) { _ in }
            }
            let after = try stamps(path)
            if after == before { return }
            before = after
        }
    }

    private static func stamps(_ path: String) throws -> [String] {
        try [path, path + "-wal"].map { file in
            guard let attributes = try MissingFile.attributes(file) else { return "none" }
            let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            return "\(date) \((attributes[.size] as? NSNumber)?.int64Value ?? 0)"
        }
    }
}
