public import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// Records the SQL that a container's default stores run, so that a test can count statements.
///
/// The statements that begin and end transactions are left out, as are the values that were bound.
///
/// ```swift
/// let recorder = StatementRecorder(container)
/// _ = try context.fetch(FetchDescriptor<Trip>())
/// #expect(recorder.statements.count == 1)
/// ```
public final class StatementRecorder: Sendable {
    private let recorded = Locked<[String]>([])

    /// Begins to record. One recorder at a time listens to a container.
    public init(_ container: ModelContainer) {
        let recorded = recorded
        for store in container.core.stores {
            (store as? TrustedStore<DefaultStore>)?.store.statementObserver = { sql in
                recorded.withLock { $0.append(sql) }
            }
        }
    }

    /// The statements that were run since the recording began, or since ``reset()``.
    public var statements: [String] { recorded.withLock { $0 } }

    /// Forgets the recorded statements.
    public func reset() {
        recorded.withLock { $0.removeAll() }
    }

    /// Returns the statements that run inside the body.
    public func statements(during body: () throws -> Void) rethrows -> [String] {
        reset()
        try body()
        return statements
    }
}
