#if Metrics
    public import CoreMetrics
    import Metrics

    /// An instrument that passes the costs of operations to swift-metrics.
    ///
    /// It is part of the package with the trait `Metrics`. Its metrics have the dimensions `operation` and, for operations
    /// on one entity, `entity`: the timer `swiftdata.duration`, and the counters `swiftdata.rows`, `swiftdata.statements` and
    /// `swiftdata.failures`.
    public struct MetricsInstrument: ModelInstrument {
        private let factory: any MetricsFactory

        /// Creates an instrument.
        /// - Parameter factory: The system that makes the metrics; the bootstrapped one where it is left out.
        public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

        /// Adds the operation to the metrics.
        public func record(_ measurement: ModelMeasurement) {
            var dimensions = [("operation", measurement.operation.rawValue)]
            if let entity = measurement.entityName { dimensions.append(("entity", entity)) }
            func count(_ name: String, _ number: Int) {
                if number > 0 {
                    Counter(label: "swiftdata." + name, dimensions: dimensions, factory: factory).increment(by: number)
                }
            }
            Timer(label: "swiftdata.duration", dimensions: dimensions, factory: factory)
                .recordNanoseconds(measurement.duration.nanoseconds)
            count("rows", measurement.rowCount)
            count("statements", measurement.statements.count)
            count("failures", measurement.failure == nil ? 0 : 1)
        }
    }
#endif

#if Metrics || Tracing
    extension Duration {
        /// The whole nanoseconds.
        var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
    }
#endif
