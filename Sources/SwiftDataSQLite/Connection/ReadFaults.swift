import GRDB
import SwiftDataCore

/// Makes reads of a store fail, for tests: the n-th connection that is taken, or the n-th statement that is run.
///
/// Only reads are concerned, unless it is asked for: a save's own statements run as ever. It may be used from any thread.
package final class ReadFaults: Sendable {
    /// The places where reads fail.
    package enum Place: String, CaseIterable, Sendable {
        /// Taking a connection.
        case connection
        /// Running a statement on it.
        case statement
    }

    /// The cause of the failure, by the errors with which SQLite reports the failures of servers.
    package enum Cause: String, CaseIterable, Sendable {
        /// No file descriptor is left (`EMFILE`).
        case cannotOpen
        /// Another connection keeps the database locked.
        case busy
        /// The disk does not read (`EIO`).
        case io
        /// A page is damaged.
        case corrupt

        fileprivate var code: ResultCode {
            switch self {
            case .cannotOpen: .SQLITE_CANTOPEN
            case .busy: .SQLITE_BUSY
            case .io: .SQLITE_IOERR
            case .corrupt: .SQLITE_CORRUPT
            }
        }
    }

    private struct State {
        var seen = 0
        var failed = 0
        var isOn = true
    }

    private let place: Place
    private let cause: Cause
    private let range: Range<Int>
    /// True if statements of transactions that write fail as well, such as statements of a migration.
    let includesWrites: Bool
    private let isConcerned: @Sendable (String) -> Bool
    private let state = Locked(State())

    /// - Parameters:
    ///   - first: The first read that fails, counted from 0.
    ///   - count: The number of reads that fail, beginning with that one.
    ///   - includesWrites: True if statements of transactions that write are counted as well.
    ///   - isConcerned: True for the statements that are counted.
    package init(
        _ place: Place,
        _ cause: Cause,
        from first: Int = 0,
        count: Int = .max,
        includesWrites: Bool = false,
        where isConcerned: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.includesWrites = includesWrites
        self.isConcerned = isConcerned
        self.place = place
        self.cause = cause
        range = first..<(count == .max ? .max : first + count)
    }

    /// The number of reads that have failed so far.
    package var failed: Int { state.withLock { $0.failed } }

    /// Lets every read through from now on.
    package func clear() { state.withLock { $0.isOn = false } }

    func connection() throws {
        if place == .connection { try count(nil) }
    }

    func statement(_ sql: String) throws {
        if place == .statement, isConcerned(sql) { try count(sql) }
    }

    private func count(_ sql: String?) throws {
        let fails = state.withLock { state in
            defer { state.seen += 1 }
            guard state.isOn, range.contains(state.seen) else { return false }
            state.failed += 1
            return true
        }
        if fails { throw DatabaseError(resultCode: cause.code, message: "a fault of a test", sql: sql) }
    }
}
