import Foundation

/// Tells a `-shm` file that is in use from one that a killed process left. Every connection in WAL mode holds a lock
/// on it.
///
/// The kernel's list is read instead of asking for a lock: that would open the file, and closing it again would drop
/// the locks of this process's own connections.
enum SharedMemoryLocks {
    /// Nil where it cannot be told.
    static func isHeld(_ path: String) -> Bool? {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        guard let number = try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber,
            let list = FileHandle(forReadingAtPath: "/proc/locks"), let data = try? list.readToEnd()
        else { return nil }
        // 1: POSIX  ADVISORY  READ 2801 fe:00:1180 128 128
        return String(decoding: data, as: UTF8.self).split(separator: "\n").contains { line in
            line.split(separator: " ").contains {
                $0.hasSuffix(":\(number.uint64Value)") && $0.count { $0 == ":" } == 2
            }
        }
    }
}
