import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// Copies a store with its `-wal` and its files of large values.
enum StoreCopy {
    /// - Parameters:
    ///   - leftOut: The names of external files that stay behind.
    ///   - copyFile: Copies the file itself, where that is more than a copy of its bytes.
    /// - Throws: ``ToolFailure`` where there is a store or anything else at the destination.
    static func copy(
        _ path: String,
        to destination: String,
        leavingOut leftOut: Set<String> = [],
        _ copyFile: (() throws -> Void)? = nil
    ) throws {
        let files = FileManager.default
        let external = ExternalStorage(storePath: path)
        let own = external.folder
        let support = ExternalStorage(storePath: destination).folder
        let taken = ["", "-wal", "-shm", "-journal"].map { destination + $0 } + (support.map { [$0.path] } ?? [])
        for place in taken where files.fileExists(atPath: place) {
            throw ToolFailure("There is already a file \(place).")
        }
        do {
            if let copyFile { try copyFile() } else { try copyFiles(path, to: destination) }
            let names = try external.names()
            guard let own, let support, !names.isEmpty else { return }
            try files.createDirectory(at: support, withIntermediateDirectories: true)
            for name in names where !leftOut.contains(name) {
                try files.copyItem(at: own.appendingPathComponent(name), to: support.appendingPathComponent(name))
            }
        } catch {
            remove(destination)
            throw ToolFailure("The store could not be copied to \(destination): \(ToolFailure(error))")
        }
    }

    /// Removes external files of a copy.
    static func removeExternal(_ names: [String], of path: String) throws {
        guard let folder = ExternalStorage(storePath: path).folder else { return }
        for name in names { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    }

    /// Removes a copy that came to nothing.
    static func remove(_ path: String) {
        let files = FileManager.default
        for suffix in ["", "-wal", "-shm", "-journal"] { try? files.removeItem(atPath: path + suffix) }
        if let folder = ExternalStorage(storePath: path).wholeFolder { try? files.removeItem(at: folder) }
    }

    /// A writer that starts meanwhile would make the two files of different times: they are copied until they stay as
    /// they are.
    private static func copyFiles(_ path: String, to destination: String) throws {
        let files = FileManager.default
        // The owner writes the copy, also where the store is for reading only; nobody else may do more than before.
        let mode = FilePermissions(of: path).mode | 0o600
        var before = try stamps(path)
        while true {
            for suffix in ["", "-wal"] {
                try? files.removeItem(atPath: destination + suffix)
                guard try MissingFile.attributes(path + suffix) != nil else { continue }
                try files.copyItem(atPath: path + suffix, toPath: destination + suffix)
                try files.setAttributes([.posixPermissions: NSNumber(value: mode)], ofItemAtPath: destination + suffix)
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
