package import Foundation
import Synchronization

/// The measurement of one operation.
package struct OperationMeasurement: Sendable {
    package enum Kind: Sendable {
        case fetch, count, fault, save, aggregate, batchUpdate, batchInsert, batchDelete, sql
    }

    package let kind: Kind
    package let entityName: String?
    package let rowCount: Int
    package let statements: [(sql: String, duration: Duration)]
    package let start: Date
    package let duration: Duration
    package let failure: (any Error)?
}

/// The receiver of the measurements of a container.
package final class Measuring: Sendable {
    /// Read before each operation, so that an operation that is not measured costs no lock.
    private let isOn = Atomic<Bool>(false)
    private let receiver = Locked<(@Sendable (OperationMeasurement) -> Void)?>(nil)

    /// Passes measurements to a function from now on; to none where it is nil.
    package func set(_ newReceiver: (@Sendable (OperationMeasurement) -> Void)?) {
        receiver.withLock { $0 = newReceiver }
        isOn.store(newReceiver != nil, ordering: .relaxed)
    }

    /// Runs an operation, and measures it where there is a receiver.
    /// - Parameter rowCount: The number of rows that a result has.
    @inline(__always)
    func measure<Result>(
        _ kind: OperationMeasurement.Kind,
        _ entityName: @autoclosure () -> String?,
        rowCount: (Result) -> Int,
        _ operation: () throws -> Result
    ) rethrows -> Result {
        guard isOn.load(ordering: .relaxed) else { return try operation() }
        return try measured(kind, entityName(), rowCount, operation)
    }

    private func measured<Result>(
        _ kind: OperationMeasurement.Kind,
        _ entityName: String?,
        _ rowCount: (Result) -> Int,
        _ operation: () throws -> Result
    ) rethrows -> Result {
        let trace = StatementTrace.begin()
        let (start, begin) = (Date(), ContinuousClock.now)
        func record(_ rowCount: Int, _ failure: (any Error)?) {
            let end = ContinuousClock.now
            trace.end()
            let measurement = OperationMeasurement(
                kind: kind,
                entityName: entityName,
                rowCount: rowCount,
                statements: trace.statements(until: end),
                start: start,
                duration: end - begin,
                failure: failure
            )
            receiver.withLock { $0 }?(measurement)
        }
        do {
            let result = try operation()
            record(rowCount(result), nil)
            return result
        } catch {
            record(0, error)
            throw error
        }
    }
}
