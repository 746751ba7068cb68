#if os(Windows) || PORTABLE_FALLBACKS
    package import Foundation

    /// Files as Foundation makes them: without modes and owners, and without putting the names in a folder on the disk,
    /// which NTFS keeps in its journal.
    extension SystemFiles {
        package func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
            if MissingFile.isFolder(path) { return false }
            try Self.calling("mkdir", path) {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            return true
        }

        package func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
            try Self.calling("open", path) {
                try data.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            }
            try syncFile(path)
        }

        package func append(_ data: Data, to path: String) throws {
            try Self.calling("write", path) {
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                defer { try? handle.close() }
                try handle.seekToEnd()
                try handle.write(contentsOf: data)
                try handle.synchronize()
            }
        }

        package func copy(
            _ source: String,
            to path: String,
            _ permissions: FilePermissions,
            _ progress: (Int64) throws -> Void
        ) throws {
            guard MissingFile.isKnown(path) else { throw FileFailure("open", path, EEXIST) }
            if MissingFile.isKnown(source) { throw FileFailure("open", source, ENOENT) }
            try Self.calling("write", path) { try FileManager.default.copyItem(atPath: source, toPath: path) }
            try syncFile(path)
            try progress(MissingFile.size(path) ?? 0)
        }

        package func rename(_ path: String, to newPath: String) throws {
            if MissingFile.isKnown(path) { throw FileFailure("rename", newPath, ENOENT) }
            try Self.calling("rename", newPath) {
                if MissingFile.isKnown(newPath) {
                    return try FileManager.default.moveItem(atPath: path, toPath: newPath)
                }
                let (source, target) = (URL(fileURLWithPath: path), URL(fileURLWithPath: newPath))
                #if os(Windows)
                    _ = try FileManager.default.replaceItemAt(target, withItemAt: source)
                #else
                    // `replaceItemAt` of Swift 6.3 loses the file of the name on Linux, and throws.
                    try Data(contentsOf: source, options: .alwaysMapped).write(to: target, options: .atomic)
                    try FileManager.default.removeItem(at: source)
                #endif
            }
        }

        package func syncFile(_ path: String) throws {
            try Self.calling("fsync", path) {
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                defer { try? handle.close() }
                try handle.synchronize()
            }
        }

        package func syncFolder(_ path: String) throws {}

        package func remove(_ path: String) throws -> Bool {
            do {
                try Self.calling("unlink", path) { try FileManager.default.removeItem(atPath: path) }
                return true
            } catch let failure as FileFailure where failure.number == ENOENT || MissingFile.isKnown(path) {
                return false
            }
        }

        package func removeFolder(_ path: String) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), names.isEmpty else { return }
            try? FileManager.default.removeItem(atPath: path)
        }

        /// Runs a call of Foundation's. Its errors are converted to errors of the system's calls.
        private static func calling<Result>(_ call: String, _ path: String, _ body: () throws -> Result) throws
            -> Result
        {
            do {
                return try body()
            } catch {
                throw FileFailure(call, path, number(of: error))
            }
        }

        private static func number(of error: any Error) -> Int32 {
            if let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError,
                cause.domain == NSPOSIXErrorDomain
            {
                return Int32(cause.code)
            }
            return switch (error as? CocoaError)?.code {
            case .fileNoSuchFile?, .fileReadNoSuchFile?: ENOENT
            case .fileWriteFileExists?: EEXIST
            case .fileWriteOutOfSpace?: ENOSPC
            case .fileWriteNoPermission?, .fileReadNoPermission?: EACCES
            case .fileWriteVolumeReadOnly?: EROFS
            default: EIO
            }
        }
    }
#endif
