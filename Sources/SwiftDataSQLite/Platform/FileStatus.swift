import Foundation

/// The system's attributes of the file at a path.
struct FileStatus: Equatable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    /// The time of the last change of the content, in nanoseconds.
    let modified: Int64

    /// Nil where there is no file, or none that can be looked at.
    init?(_ path: String) {
        #if os(Windows) || PORTABLE_FALLBACKS
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            device = (attributes[.systemNumber] as? NSNumber)?.uint64Value ?? 0
            number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
            size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
            let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            modified = Int64(date * 1e9)
        #else
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        #endif
    }

    /// True if both are of one file, whatever was written to it between.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}
