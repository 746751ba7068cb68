import Foundation
public import SwiftData
import SwiftDataCore

extension ModelContainer {
    /// Passes the costs of all operations of the container's contexts to an instrument; to none where it is nil.
    ///
    /// An addition to Apple's API. A container without an instrument measures nothing.
    public func setInstrument(_ instrument: (any ModelInstrument)?) {
        guard let instrument else { return core.measuring.set(nil) }
        core.measuring.set { measurement in instrument.record(ModelMeasurement(measurement)) }
    }

    /// Opens a container, measures that, and sets the instrument of the container.
    ///
    /// ```swift
    /// let container = try ModelContainer.opening(with: instrument) {
    ///     try ModelContainer(for: Trip.self, migrationPlan: TripPlan.self)
    /// }
    /// ```
    /// - Parameters:
    ///   - instrument: The instrument. It receives one operation, `.open` or `.migration`, whose rows are the moved
    ///     rows.
    ///   - open: Makes the container.
    /// - Throws: The error of `open`.
    public static func opening(
        with instrument: any ModelInstrument,
        _ open: () throws -> ModelContainer
    ) throws -> ModelContainer {
        let rows = Locked<[Int: Int]>([:])
        let outer = MigrationReporting.current
        let trace = StatementTrace.begin()
        let (start, begin) = (Date(), ContinuousClock.now)
        func record(_ failure: (any Error)?) {
            let end = ContinuousClock.now
            trace.end()
            let moved = rows.withLock { $0 }
            instrument.record(
                ModelMeasurement(
                    operation: moved.isEmpty ? .open : .migration,
                    entityName: nil,
                    rowCount: moved.values.reduce(0, +),
                    statements: trace.statements(until: end).map {
                        ModelMeasurement.Statement(sql: $0.sql, duration: $0.duration)
                    },
                    start: start,
                    duration: end - begin,
                    failure: failure
                )
            )
        }
        do {
            let container = try withMigrationProgress { progress in
                rows.withLock { $0[progress.stepNumber] = progress.completedRowCount }
                outer?.report(progress)
            } _: {
                try open()
            }
            record(nil)
            container.setInstrument(instrument)
            return container
        } catch {
            record(error)
            throw error
        }
    }
}
