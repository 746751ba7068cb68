import Foundation
import SwiftDataSQLite

/// The `-wal` file beside a store: saves that have not been moved to the file itself.
///
/// SQLite reads its frames up to the first one whose checksum is wrong, and uses the frames up to the last commit
/// (https://www.sqlite.org/fileformat2.html, section 4).
package struct WriteAheadLog: Sendable, Equatable {
    /// Nil where it cannot be read.
    package let size: Int64?
    /// The pages in it that belong to a commit and that SQLite reads; nil where they cannot be read.
    package let pageCount: Int64?
    /// The frames of the same log that SQLite does not read, since a checksum before them or of their own is wrong; nil where
    /// they cannot be read.
    package let invalidFrames: Int64?
    /// A description of the damage; nil where no commit is missing, or where the log cannot be read.
    package let damage: String?

    /// Nil where there is no such file.
    package init?(store path: String) {
        // SQLite's files are beside the file itself, not beside a link to it.
        let place = SwiftDataSQLite.StorePath.resolved(path) + "-wal"
        let length: Int64?
        do {
            length = try MissingFile.size(place)
            if length == nil { return nil }
        } catch {
            length = nil
        }
        size = length
        let frames = Self.frames(place, store: path)
        pageCount = frames?.committed
        invalidFrames = frames?.invalid
        damage = frames?.damage
    }

    /// Twice the same, so that a writer that is at work is not taken for damage.
    private static func frames(_ path: String, store: String) -> LogFrames? {
        do {
            var before = try LogFrames(path, store: store)
            for _ in 0..<mostReads where before.damage != nil {
                let after = try LogFrames(path, store: store)
                if after == before { break }
                before = after
            }
            return before
        } catch {
            return nil
        }
    }

    private static let mostReads = 10
}
