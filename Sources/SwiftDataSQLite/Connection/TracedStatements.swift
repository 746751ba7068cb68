import SwiftDataCore

/// Adds statements to the trace of the operation that runs them.
///
/// `@unchecked Sendable` without a lock: a runner is used on the thread that has made it, and so is the trace.
final class TracedStatements: @unchecked Sendable {
    private let trace: StatementTrace
    private let observer: (@Sendable (String) -> Void)?

    init(_ trace: StatementTrace, _ observer: (@Sendable (String) -> Void)?) {
        (self.trace, self.observer) = (trace, observer)
    }

    @Sendable func add(_ sql: String) {
        trace.add(sql)
        observer?(sql)
    }
}
