public import Logging
public import SwiftData
import SwiftDataCore

/// An instrument that writes operations that take long to a log, with their statements and the plans of these.
///
/// ```swift
/// container.setInstrument(SlowOperationLog(container, threshold: .milliseconds(50), logger: Logger(label: "app.data")))
/// ```
public final class SlowOperationLog: ModelInstrument {
    private let core: WeakCore
    private let threshold: Duration
    private let logger: Logger

    /// Creates an instrument.
    /// - Parameters:
    ///   - container: The container whose operations are measured. It is not kept.
    ///   - threshold: The time from which on an operation is written to the log.
    ///   - logger: The log. Lines have the level `notice`.
    public init(_ container: ModelContainer, threshold: Duration, logger: Logger) {
        core = WeakCore(container.core)
        self.threshold = threshold
        self.logger = logger
    }

    /// Writes the operation to the log where it took long.
    public func record(_ measurement: ModelMeasurement) {
        guard measurement.duration >= threshold else { return }
        var line = "\(measurement.operation.rawValue)\(measurement.entityName.map { " of " + $0 } ?? "")"
        line += " took \(measurement.duration) for \(measurement.rowCount) rows"
        if measurement.failure != nil { line += " and failed" }
        for statement in measurement.statements where statement.duration >= threshold / 4 {
            line += "\n\(statement.duration): \(statement.sql)"
            for step in core.plan(of: statement.sql) { line += "\n    \(step)" }
        }
        logger.notice("\(line)")
    }
}

/// A container that is not kept.
///
/// `@unchecked Sendable`: a weak reference is read atomically, and written once, before it is shared.
private final class WeakCore: @unchecked Sendable {
    private weak var core: ContainerCore?

    init(_ core: ContainerCore) { self.core = core }

    /// The plan of a statement of one of the stores; empty where there is none.
    func plan(of sql: String) -> [String] {
        for store in core?.stores ?? [] {
            if let plan = try? store.plan(of: sql), !plan.isEmpty { return plan }
        }
        return []
    }
}
