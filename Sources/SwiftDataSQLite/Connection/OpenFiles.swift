import Foundation
import SwiftDataCore

/// The files that this process has open with locks.
///
/// The locks of a process on a file go when it closes the file anywhere, so a file that is in here must not be opened
/// and closed besides SQLite.
enum OpenFiles {
    private struct Entry {
        var count = 0
        /// The number of looks at the file besides SQLite.
        var peeks = 0
        /// The process that opened it first.
        var generation = ProcessGeneration.current

        var isUsed: Bool { count > 0 || peeks > 0 }
    }

    /// `@unchecked Sendable`: `condition` guards the entries.
    private final class State: @unchecked Sendable {
        let condition = NSCondition()
        var entries: [String: Entry] = [:]
    }

    private static let state = State()

    /// Marks a file as open, for as long as the mark lives. To be made before the file is opened.
    final class Mark: Sendable {
        private let path: String

        init(_ path: String) {
            let path = StorePath.resolved(path)
            self.path = path
            state.condition.lock()
            defer { state.condition.unlock() }
            while state.entries[path]?.peeks ?? 0 > 0 { state.condition.wait() }
            state.entries[path, default: Entry()].count += 1
        }

        deinit {
            change { [path] entries in
                entries[path]?.count -= 1
                if entries[path]?.isUsed == false { entries[path] = nil }
            }
        }
    }

    /// True if a connection of this process has the file open.
    static func isOpen(_ path: String) -> Bool {
        let path = StorePath.resolved(path)
        return change { $0[path]?.count ?? 0 > 0 }
    }

    /// Runs code that opens and closes a file besides SQLite. No other thread of this process opens the file meanwhile.
    /// - Returns: Nil where the file is open, so that nothing was run.
    static func peek<Result>(_ path: String, _ body: () throws -> Result) rethrows -> Result? {
        let path = StorePath.resolved(path)
        let isFree = change { entries in
            guard entries[path]?.count ?? 0 == 0 else { return false }
            entries[path, default: Entry()].peeks += 1
            return true
        }
        guard isFree else { return nil }
        defer {
            change { entries in
                entries[path]?.peeks -= 1
                if entries[path]?.isUsed == false { entries[path] = nil }
                state.condition.broadcast()
            }
        }
        return try body()
    }

    /// SQLite would take the locks of the parent for the child's own.
    /// - Throws: ``StoreError`` with code `forked` for a file that the parent of this process had open when it forked.
    static func checkProcess(_ path: String) throws {
        let path = StorePath.resolved(path)
        guard let generation = change({ $0[path]?.generation }), generation != ProcessGeneration.current else { return }
        throw ProcessGeneration.error(" at \(path)")
    }

    @discardableResult
    private static func change<Result>(_ body: (inout [String: Entry]) -> Result) -> Result {
        state.condition.lock()
        defer { state.condition.unlock() }
        return body(&state.entries)
    }
}
