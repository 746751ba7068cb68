import Foundation
import Synchronization

/// The statements that one operation runs on its thread.
///
/// An operation that is measured begins a trace; the connection that runs statements for it adds them. Not shared: it is
/// used on the thread that it was begun on.
package final class StatementTrace {
    /// A statement, without the values that it binds.
    package struct Entry: Sendable {
        package let sql: String
        package let start: ContinuousClock.Instant
    }

    package private(set) var entries: [Entry] = []
    private let outer: StatementTrace?

    /// The number of traces in the process, so that threads without one have nothing to look up.
    private static let count = Atomic<Int>(0)
    private static let key = "OpenSwiftData.StatementTrace"

    /// The trace of the thread; nil where no operation is measured.
    package static var current: StatementTrace? {
        guard count.load(ordering: .relaxed) > 0 else { return nil }
        return Thread.current.threadDictionary[key] as? StatementTrace
    }

    /// Begins a trace. The statements of one inside it are part of it as well.
    static func begin() -> StatementTrace {
        count.add(1, ordering: .relaxed)
        let trace = StatementTrace(outer: current)
        Thread.current.threadDictionary[key] = trace
        return trace
    }

    private init(outer: StatementTrace?) { self.outer = outer }

    func end() {
        Self.count.subtract(1, ordering: .relaxed)
        Thread.current.threadDictionary[Self.key] = outer
    }

    /// Adds a statement that is about to run.
    package func add(_ sql: String) {
        entries.append(Entry(sql: sql, start: .now))
        outer?.add(sql)
    }
}
