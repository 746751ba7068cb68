import Foundation
import GRDB
import SwiftDataCore

/// An error of SQLite's, to be reported as a ``StoreError`` with file and cause.
struct SQLiteFailure {
    let error: DatabaseError

    init(_ error: DatabaseError) {
        self.error = error
    }

    /// The error of an operation on an open store.
    func storeError(path: String?) -> StoreError {
        let place = path.map { "The store at \($0)" } ?? "The store in memory"
        if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
            return failure(
                .fileMoved,
                "\(place) or its -wal is shorter than the connections know that have it open: one of its files was replaced, "
                    + "cut off or deleted meanwhile. Release every container of the store, in every process, and make a "
                    + "new one."
            )
        }
        return switch error.resultCode {
        case .SQLITE_NOTADB: failure(.notADatabase, "\(place) is not an SQLite database.")
        case .SQLITE_CORRUPT: failure(.notADatabase, "\(place) is damaged.")
        case .SQLITE_FULL: failure(.diskFull, "\(place) cannot grow: the disk, or the page limit, is full.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            failure(.locked, "\(place) stayed locked by another connection for longer than the time allowed.")
        case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
            failure(.noPermission, "\(place) may not be written by this process.")
        case .SQLITE_CANTOPEN: openFailure(path: path)
        case .SQLITE_CONSTRAINT: failure(.constraint, "\(place) refused the change: a constraint is violated.")
        case .SQLITE_MISUSE where error.message == "Connection is closed":
            failure(.closed, "\(place) has been closed.")
        case .SQLITE_MISUSE, .SQLITE_ERROR:
            failure(.sql, "\(place) could not run a statement: \(error.message ?? "no reason was given")")
        default: failure(.sql, "\(place) reported SQLite error \(error.extendedResultCode.rawValue).")
        }
    }

    /// `SQLITE_CANTOPEN` has no cause, so that the file is examined.
    private func openFailure(path: String?) -> StoreError {
        let place = path.map { "The store at \($0)" } ?? "The store in memory"
        if let reason = DescriptorLimit.reached {
            return failure(.cannotOpen, "\(place) could not be opened: \(reason)")
        }
        guard let path else { return failure(.cannotOpen, "\(place) could not be opened.") }
        let files = FileManager.default
        let folder = (path as NSString).deletingLastPathComponent
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { return failure(.cannotOpen, "\(path) is a folder, not a store.") }
            return files.isReadableFile(atPath: path) && files.isWritableFile(atPath: path)
                && files.isWritableFile(atPath: folder)
                ? failure(.cannotOpen, "The store at \(path) could not be opened.")
                : failure(.noPermission, "The store at \(path) may not be opened by this process.")
        }
        guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            return failure(.missingFolder, "The folder \(folder) of the store does not exist.")
        }
        return files.isWritableFile(atPath: folder)
            ? failure(.cannotOpen, "There is no store at \(path).")
            : failure(.noPermission, "This process may not create a store in \(folder).")
    }

    private func failure(_ code: StoreError.Code, _ message: String) -> StoreError {
        StoreError(code, message, underlying: SQLiteErrorSummary(error), details: error.expandedDescription)
    }
}

/// The error of SQLite, without the values that were bound.
struct SQLiteErrorSummary: Error, CustomStringConvertible {
    let description: String

    init(_ error: DatabaseError) {
        let message = error.message.map { ": \($0)" } ?? ""
        description = "SQLite error \(error.extendedResultCode.rawValue)\(message)"
    }
}
