import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads and writes of files, whose errors are errors of a transport.
///
/// A file is written under a temporary name in its folder, flushed and renamed: under its own name it is whole or absent, also
/// after a crash. Another program that copies files may do otherwise. A call that has thrown may have left a whole file, whose
/// name is not durable.
enum FolderFiles {
    /// The names in a folder, sorted; nil where it is not there.
    static func names(in folder: URL) throws(SyncTransportError) -> [String]? {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } catch {
            if isMissing(error) { return nil }
            // A file of this name is no folder of ours.
            if try isRegular(folder) { return nil }
            throw failure("read the folder", folder, error)
        }
    }

    /// The bytes of a regular file; nil where it is not there.
    static func read(_ file: URL) throws(SyncTransportError) -> Data? {
        guard try isRegular(file) else { return nil }
        do { return try Data(contentsOf: file) } catch {
            if isMissing(error) { return nil }
            throw failure("read", file, error)
        }
    }

    /// True for a regular file. To read a pipe would wait for ever.
    private static func isRegular(_ file: URL) throws(SyncTransportError) -> Bool {
        try attributes(of: file)?[.type] as? FileAttributeType == .typeRegular
    }

    /// The number of bytes of a file; nil where it is not there.
    static func size(of file: URL) throws(SyncTransportError) -> Int? {
        (try attributes(of: file)?[.size] as? NSNumber)?.intValue
    }

    /// The attributes of a file; nil where it is not there. A file that cannot be looked at is no file that is missing.
    private static func attributes(of file: URL) throws(SyncTransportError) -> [FileAttributeKey: Any]? {
        do { return try FileManager.default.attributesOfItem(atPath: file.path) } catch {
            // Nothing is below a file that is in the place of a folder.
            if isMissing(error) || !isFolder(file.deletingLastPathComponent()) { return nil }
            throw failure("look at", file, error)
        }
    }

    static func isFolder(_ folder: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Creates a folder in an existing folder. It never makes the folders above: these may be a medium that is not
    /// mounted.
    static func makeFolder(_ folder: URL) throws(SyncTransportError) {
        guard !isFolder(folder) else { return }
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) } catch {
            // Another process has made it at the same time.
            if isFolder(folder) { return }
            throw failure("make the folder", folder, error)
        }
        try FolderFlush.flush(folder.deletingLastPathComponent())
    }

    /// Writes a file in an existing folder, in place of a file of the same name.
    static func write(_ data: Data, to file: URL) throws(SyncTransportError) {
        try write(data, to: file) { temporary in
            try replace(file, by: temporary)
        }
    }

    /// Renames in one step: a process that is killed must not have removed the old file only.
    private static func replace(_ file: URL, by temporary: URL) throws {
        #if os(Windows) || PORTABLE_FALLBACKS
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            try FileManager.default.moveItem(at: temporary, to: file)
        #else
            guard rename(temporary.path, file.path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        #endif
    }

    /// Writes a file unless there is one, and returns false where there is.
    static func writeNew(_ data: Data, to file: URL) throws(SyncTransportError) -> Bool {
        var isNew = true
        try write(data, to: file) { temporary in
            do {
                // A link never takes the place of another file, as a rename does.
                try FileManager.default.linkItem(at: temporary, to: file)
                remove(temporary)
            } catch {
                if FileManager.default.fileExists(atPath: file.path) {
                    isNew = false
                    remove(temporary)
                } else {
                    // The file system has no links.
                    try FileManager.default.moveItem(at: temporary, to: file)
                }
            }
        }
        return isNew
    }

    private static func write(
        _ data: Data,
        to file: URL,
        _ place: (URL) throws -> Void
    ) throws(SyncTransportError) {
        let folder = file.deletingLastPathComponent()
        let temporary = folder.appending(path: FolderLayout.temporaryPrefix + UUID().uuidString.lowercased())
        do {
            try Data().write(to: temporary, options: .withoutOverwriting)
            let handle = try FileHandle(forWritingTo: temporary)
            do {
                try handle.write(contentsOf: data)
                try handle.synchronize()
            } catch {
                // The error of the write is more precise than the error of the end.
                try? handle.close()
                throw error
            }
            try handle.close()
            try place(temporary)
        } catch {
            remove(temporary)
            throw failure("write", file, error)
        }
        try FolderFlush.flush(folder)
    }

    /// Removes a file. A file that stays is superfluous, and harmless.
    static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }

    private static func isMissing(_ error: any Error) -> Bool {
        let code = (error as? CocoaError)?.code
        return code == .fileReadNoSuchFile || code == .fileNoSuchFile
    }

    static func failure(_ step: String, _ file: URL, _ error: any Error) -> SyncTransportError {
        let names = file.pathComponents.suffix(3).joined(separator: "/")
        let underlying = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
        let number = underlying ?? (error as? POSIXError).map { Int($0.code.rawValue) }
        let place = "The folder transport could not \(step) “\(names)”: "
        switch (error as? CocoaError)?.code ?? cocoaCode(error) {
        case .fileReadNoPermission, .fileWriteNoPermission, .fileWriteVolumeReadOnly:
            return SyncTransportError(
                .refused,
                place + "permission is denied. Allow the app to read and write the folder."
            )
        case .fileWriteOutOfSpace:
            return SyncTransportError(.storageFull, place + "no space is left. Free space in the folder.")
        case .fileReadNoSuchFile, .fileNoSuchFile:
            return SyncTransportError(
                .unreachable,
                place + "it does not exist. Attach the medium, and try again later."
            )
        default:
            let detail = number.map { " (error \($0))" } ?? ""
            return SyncTransportError(.unreachable, place + "the system failed\(detail). Try again later.")
        }
    }

    private static func cocoaCode(_ error: any Error) -> CocoaError.Code? {
        switch (error as? POSIXError)?.code {
        case .EACCES, .EPERM: .fileWriteNoPermission
        case .EROFS: .fileWriteVolumeReadOnly
        case .ENOSPC, .EDQUOT: .fileWriteOutOfSpace
        case .ENOENT: .fileNoSuchFile
        default: nil
        }
    }
}
