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

    /// The statements. Statements beyond ``limit`` are left out.
    package private(set) var entries: [Entry] = []
    /// The start of the first statement that is left out.
    private var cut: ContinuousClock.Instant?
    private let outer: StatementTrace?

    /// The number of traces in the process, so that threads without one have nothing to look up.
    private static let count = Atomic<Int>(0)
    private static let key = "OpenSwiftData.StatementTrace"

    /// The number of statements that are kept, so that a migration row by row takes no more memory than that.
    package static let limit = 10_000

    /// The trace of the thread; nil where no operation is measured.
    package static var current: StatementTrace? {
        guard count.load(ordering: .relaxed) > 0 else { return nil }
        return Thread.current.threadDictionary[key] as? StatementTrace
    }

    /// Begins a trace. The statements of one inside it are part of it as well.
    package static func begin() -> StatementTrace {
        count.add(1, ordering: .relaxed)
        let trace = StatementTrace(outer: current)
        Thread.current.threadDictionary[key] = trace
        return trace
    }

    private init(outer: StatementTrace?) { self.outer = outer }

    package func end() {
        Self.count.subtract(1, ordering: .relaxed)
        Thread.current.threadDictionary[Self.key] = outer
    }

    /// Adds a statement that is about to run.
    package func add(_ sql: String) {
        if entries.count < Self.limit {
            entries.append(Entry(sql: sql, start: .now))
        } else if cut == nil {
            cut = .now
        }
        outer?.add(sql)
    }

    /// The statements with the times up to the next one each; up to the end for the last one.
    package func statements(until end: ContinuousClock.Instant) -> [(sql: String, duration: Duration)] {
        let ends = entries.dropFirst().map(\.start) + [cut ?? end]
        return zip(entries, ends).map { (sql: $0.sql, duration: $1 - $0.start) }
    }
}
