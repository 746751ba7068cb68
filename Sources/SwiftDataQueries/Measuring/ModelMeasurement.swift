public import Foundation
import SwiftData
import SwiftDataCore

/// The cost of one operation on a store: its time, its rows and its statements. It holds no stored values.
public struct ModelMeasurement: Sendable {
    /// The kind of an operation.
    public enum Operation: String, Sendable, CaseIterable {
        /// A fetch of models.
        case fetch
        /// `fetchCount(_:)`.
        case count
        /// A read of a value that no fetch had loaded.
        case fault
        /// A save, of a transaction too.
        case save
        /// Aggregates and groups.
        case aggregate
        /// An update of all models that match a predicate.
        case batchUpdate
        /// An insertion of rows without models.
        case batchInsert
        /// A deletion of all models that match a predicate.
        case batchDelete
        /// A statement in SQL.
        case sql
        /// The opening of a container whose stores needed no migration.
        case open
        /// The opening of a container with the migration of its stores.
        case migration
    }

    /// One statement of a database, without the values that it binds.
    public struct Statement: Sendable {
        /// The text of the statement.
        public let sql: String
        /// The time until the next statement of the operation began, or the operation ended.
        public let duration: Duration
    }

    /// The kind of the operation.
    public let operation: Operation
    /// The entity; nil for an operation on several ones.
    public let entityName: String?
    /// The number of models or rows that were read or written.
    public let rowCount: Int
    /// The statements, in order, of which the first 10,000 are kept. A custom store has none.
    public let statements: [Statement]
    /// The moment at which the operation began.
    public let start: Date
    /// The time that the operation took.
    public let duration: Duration
    /// The error that ended the operation; nil for one that succeeded.
    public let failure: (any Error)?
}

/// A receiver of the costs of operations.
///
/// Set one with ``SwiftData/ModelContainer/setInstrument(_:)``.
public protocol ModelInstrument: Sendable {
    /// Takes a measurement, on the thread of the operation and right after it. It must not use the context.
    func record(_ measurement: ModelMeasurement)
}

extension ModelMeasurement {
    init(_ measurement: OperationMeasurement) {
        operation =
            switch measurement.kind {
            case .fetch: .fetch
            case .count: .count
            case .fault: .fault
            case .save: .save
            case .aggregate: .aggregate
            case .batchUpdate: .batchUpdate
            case .batchInsert: .batchInsert
            case .batchDelete: .batchDelete
            case .sql: .sql
            }
        entityName = measurement.entityName
        rowCount = measurement.rowCount
        statements = measurement.statements.map { Statement(sql: $0.sql, duration: $0.duration) }
        start = measurement.start
        duration = measurement.duration
        failure = measurement.failure
    }
}
