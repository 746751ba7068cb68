import Foundation
import GRDB
import SwiftDataCore

/// A copy of a store with its `-wal` and `-journal`, which is off the disk as soon as a connection has opened it.
struct CopiedStore {
    /// The fingerprint of the original at the time of the copy.
    let fingerprint: FileFingerprint
    private let folder: PrivateFolder
    private var path: String { folder.path + "/" + Self.names[0] }

    /// The names of everything that can be in the folder.
    static let names = ["copy.store", "copy.store-wal", "copy.store-shm", "copy.store-journal"]

    /// - Throws: ``StoreError`` when the files cannot be copied.
    init(of original: String) throws {
        do {
            folder = try PrivateFolder(names: Self.names)
            fingerprint = try Self.copy(original, to: folder.path + "/" + Self.names[0])
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .cannotOpen,
                "The store at \(original) could not be copied to be read.",
                underlying: error
            )
        }
    }

    /// Opens the copy, on one connection: further ones could not find its files.
    func open(_ configuration: Configuration) throws -> any DatabaseWriter {
        if FileStatus(path + "-journal") != nil {
            // Only a connection that writes rolls back its content.
            let writer = try DatabaseQueue(path: path)
            try writer.close()
        }
        // GRDB reads the file as it opens it, so that SQLite has opened all files then.
        let database = try DatabaseQueue(path: path, configuration: configuration)
        folder.remove()
        return database
    }

    private static let mostAttempts = 20

    /// A writer that starts meanwhile would make the files of different times.
    private static func copy(_ original: String, to path: String) throws -> FileFingerprint {
        var before = FileFingerprint.stable(store: original)
        for _ in 0..<mostAttempts {
            for suffix in ["", "-wal", "-journal"] {
                try PrivateFolder.removeFile(path + suffix)
                try PrivateFolder.copyFile(original + suffix, to: path + suffix)
            }
            let after = FileFingerprint.stable(store: original)
            if after == before { return after }
            before = after
        }
        throw StoreError(
            .locked,
            "The store at \(original) was written to each of \(mostAttempts) times that it was copied to be read. Open it "
                + "again later."
        )
    }
}
