import Foundation

/// A fingerprint that shows if a store has changed.
struct FileFingerprint: Equatable {
    private let files: [FileStatus?]

    init(store path: String) {
        files = ["", "-wal", "-journal"].map { FileStatus(path + $0) }
    }

    /// The fingerprint of a store to which no write has the same time of change as the last one before it.
    ///
    /// The clock of file systems moves in steps. The call waits for the end of the step in which the store was written.
    static func stable(store path: String) -> FileFingerprint {
        for _ in 0..<mostWaits {
            let fingerprint = FileFingerprint(store: path)
            let now = Int64(Date().timeIntervalSince1970 * 1e9)
            let age = now - (fingerprint.files.compactMap { $0?.modified }.max() ?? 0)
            // A time in the future is of another clock, which cannot be waited for.
            guard (0..<step).contains(age) else { return fingerprint }
            Thread.sleep(forTimeInterval: Double(step - age) / 1e9)
        }
        return FileFingerprint(store: path)
    }

    /// Longer than the steps of the clock, in nanoseconds: a kernel with 100 ticks in a second has the longest ones.
    private static let step: Int64 = 20_000_000
    private static let mostWaits = 5

    /// The number of bytes of a file, 0 where there is none; nil where it cannot be looked at.
    static func size(_ path: String) -> Int64? {
        do { return try MissingFile.size(path) ?? 0 } catch { return nil }
    }
}
