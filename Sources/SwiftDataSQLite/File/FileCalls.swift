package import Foundation
package import SwiftDataCore

/// The calls by which the library makes, writes, syncs and removes files, besides the calls of SQLite.
///
/// They go through one value of this type, so that a test can watch the calls, or make one of them fail. Exceptions:
/// the private copies of ``PrivateFolder``, which no other process uses, and locks on and examinations of the files of
/// SQLite.
package protocol FileCalls: Sendable {
    /// Makes a folder; an existing one stays as it is. Its parent must exist.
    /// - Returns: True if it was made.
    func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool
    /// Makes a file with some content, which is on the disk when the call returns. There must be none of the name.
    func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws
    /// Copies the content of a file to a new one, which is on the disk when the call returns. There must be none of the
    /// name. Where the call fails, a part of the file may be left.
    /// - Parameter progress: Is called with the number of bytes of each copied part; if it throws, the copy ends.
    func copy(
        _ source: String,
        to path: String,
        _ permissions: FilePermissions,
        _ progress: (Int64) throws -> Void
    ) throws
    /// Gives a file or a folder another name on the same file system. A file of that name is replaced.
    func rename(_ path: String, to newPath: String) throws
    /// Puts the content of a file on the disk.
    func syncFile(_ path: String) throws
    /// Puts the names in a folder on the disk.
    func syncFolder(_ path: String) throws
    /// Removes a file.
    /// - Returns: False where there is none.
    func remove(_ path: String) throws -> Bool
    /// Removes a folder, where it is empty.
    func removeFolder(_ path: String)
    /// Removes a folder with its content.
    func removeTree(_ path: String) throws
    /// Appends to an existing file; the bytes are durable when the call returns.
    func append(_ data: Data, to path: String) throws
    /// The bytes of a file.
    func contents(of path: String) throws -> Data
    /// The names in a folder.
    func names(in folder: String) throws -> [String]
    /// Opens a note of a save and locks it.
    /// - Returns: Nil where another process has the lock, or where the file was removed.
    func lock(_ path: String) throws -> NoteLock?
}

// Doubles need not have them.
extension FileCalls {
    package func removeTree(_ path: String) throws { try SystemFiles().removeTree(path) }
    package func append(_ data: Data, to path: String) throws { try SystemFiles().append(data, to: path) }
    package func contents(of path: String) throws -> Data { try SystemFiles().contents(of: path) }
    package func names(in folder: String) throws -> [String] { try SystemFiles().names(in: folder) }
    package func lock(_ path: String) throws -> NoteLock? { try SystemFiles().lock(path) }
}

// Doubles that have no use for backups need not have them.
extension FileCalls {
    package func copy(
        _ source: String,
        to path: String,
        _ permissions: FilePermissions,
        _ progress: (Int64) throws -> Void
    ) throws { try SystemFiles().copy(source, to: path, permissions, progress) }
    package func rename(_ path: String, to newPath: String) throws { try SystemFiles().rename(path, to: newPath) }
    package func syncFile(_ path: String) throws { try SystemFiles().syncFile(path) }
}

extension FileCalls {
    /// The names in a folder that its last user may remove at any moment; none where it is not there.
    func namesIfPresent(in folder: String) throws -> [String] {
        guard MissingFile.isFolder(folder) else { return [] }
        do {
            return try names(in: folder)
        } catch {
            if MissingFile.isReported(by: error) { return [] }
            throw error
        }
    }

    /// Creates a folder and the missing folders above it, and makes their names durable.
    package func makeFolders(_ path: String, _ permissions: FilePermissions) throws {
        if MissingFile.isFolder(path) { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty, parent != path { try makeFolders(parent, permissions) }
        guard try makeFolder(path, permissions) else { return }
        do {
            try syncFolder(parent)
        } catch let failure as FileFailure where failure.number == EACCES && permissions.isMasked {
            // A folder that this process may write and not read cannot be synced by it.
        } catch {
            // A process that finds it there takes its name for one that is on the disk.
            removeFolder(path)
            throw error
        }
    }

    /// Makes a file in a folder, which is made where it is missing: another process may remove it as long as it is
    /// empty.
    /// - Returns: The path of the file.
    func write(
        _ data: Data,
        in folder: String,
        named name: String,
        _ permissions: FilePermissions
    ) throws -> String {
        let path = (folder as NSString).appendingPathComponent(name)
        var attempt = 0
        while true {
            do {
                try makeFolders(folder, permissions)
                try write(data, to: path, permissions)
                return path
            } catch let failure as FileFailure where failure.number == ENOENT && attempt < 10 {
                attempt += 1
            }
        }
    }
}

/// The mode, the owner and the group of a file.
package struct FilePermissions: Sendable, Equatable {
    /// The bits of the mode for files.
    package var mode: UInt16 = 0o600
    package var owner: UInt32?
    package var group: UInt32?
    /// True if the mask of the process takes bits away.
    package var isMasked = false

    /// The permissions of folders that every user may search, as far as the mask of the process allows it.
    static let ordinary: FilePermissions = {
        var permissions = FilePermissions(mode: 0o666)
        permissions.isMasked = true
        return permissions
    }()

    package init(mode: UInt16 = 0o600, owner: UInt32? = nil, group: UInt32? = nil) {
        self.mode = mode
        self.owner = owner
        self.group = group
    }

    /// The permissions of a file; permissions for the owner alone if they cannot be determined.
    package init(of path: String) {
        guard let attributes = try? MissingFile.attributes(path),
            let mode = (attributes[.posixPermissions] as? NSNumber)?.uint16Value
        else { return }
        self.mode = mode & 0o666
        owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        group = (attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value
    }

    /// The bits of the mode for folders: a user with read access to a file may search its folder.
    var folderMode: UInt16 { mode | (mode & 0o444) >> 2 }
}

/// A call of the system's that failed.
package struct FileFailure: Error, CustomStringConvertible {
    package let call: String
    package let path: String
    /// The number of the system's error.
    package let number: Int32

    package init(_ call: String, _ path: String, _ number: Int32) {
        self.call = call
        self.path = path
        self.number = number
    }

    /// The error for the program.
    var storeError: StoreError { StoreError(code, "A file beside the store: \(description).", underlying: self) }

    package var description: String { "\(call) of \(path): \(String(cString: strerror(number)))" }

    /// The code of the error that the program gets.
    package var code: StoreError.Code {
        #if !os(Windows)
            if number == EDQUOT { return .diskFull }
        #endif
        return switch number {
        case ENOSPC: .diskFull
        case EACCES, EPERM, EROFS: .noPermission
        case ENOENT, ENOTDIR: .missingFolder
        default: .cannotOpen
        }
    }
}
