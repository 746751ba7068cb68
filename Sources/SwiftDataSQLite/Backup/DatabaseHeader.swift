import Foundation
import SwiftDataCore

/// The first bytes of a file, by which SQLite recognises its files.
enum DatabaseHeader {
    private static let magic = Data("SQLite format 3\0".utf8)

    /// True if a file begins as SQLite's do. To be asked before SQLite is: when it closes a file that it can make nothing of,
    /// it removes the `-wal` beside it. Not for a file that this process has open: see ``OpenFiles``.
    /// - Returns: False where there is no file.
    static func isThere(_ path: String) throws -> Bool {
        if MissingFile.isKnown(path) { return false }
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return try file.read(upToCount: magic.count) == magic
        } catch {
            let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
            let reason = DescriptorLimit.reached.map { ": \($0)" } ?? "."
            throw StoreError(
                isDenied ? .noPermission : .cannotOpen,
                isDenied
                    ? "The store at \(path) may not be read by this process."
                    : "The store at \(path) could not be read\(reason)",
                underlying: error
            )
        }
    }
}
