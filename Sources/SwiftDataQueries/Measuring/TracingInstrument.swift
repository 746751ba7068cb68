#if Tracing
    import Foundation
    import Tracing

    /// An instrument that makes a span of swift-distributed-tracing of each operation.
    ///
    /// It is part of the package with the trait `Tracing`. A span is a child of the one of the task that runs the operation. Its
    /// name is that of the operation, and it has the attributes `db.system.name`, `db.collection.name`, `db.response.returned_rows`
    /// and `db.query.text`, the texts of the statements without values
    /// (https://opentelemetry.io/docs/specs/semconv/database/database-spans/).
    public struct TracingInstrument: ModelInstrument {
        /// Creates an instrument for the bootstrapped tracer.
        public init() {}

        /// Makes the span of an operation.
        public func record(_ measurement: ModelMeasurement) {
            let start = UInt64(max(0, measurement.start.timeIntervalSince1970) * 1e9)
            let span = InstrumentationSystem.tracer.startAnySpan(
                "SwiftData.\(measurement.operation.rawValue)",
                at: Instant(nanosecondsSinceEpoch: start),
                ofKind: .client
            )
            span.updateAttributes { attributes in
                attributes["db.system.name"] = "swiftdata"
                if let entity = measurement.entityName { attributes["db.collection.name"] = entity }
                attributes["db.response.returned_rows"] = measurement.rowCount
                if !measurement.statements.isEmpty {
                    attributes["db.query.text"] = measurement.statements.map(\.sql).joined(separator: ";\n")
                }
            }
            if let failure = measurement.failure { span.recordError(failure) }
            let nanoseconds = UInt64(max(0, measurement.duration.nanoseconds))
            span.end(at: Instant(nanosecondsSinceEpoch: start + nanoseconds))
        }

        /// A moment that was measured.
        private struct Instant: TracerInstant {
            let nanosecondsSinceEpoch: UInt64

            static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanosecondsSinceEpoch < rhs.nanosecondsSinceEpoch }
        }
    }
#endif
