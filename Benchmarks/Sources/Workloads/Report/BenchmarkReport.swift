import Foundation

/// Everything that a run has to say.
public struct BenchmarkReport: Codable, Sendable, Equatable {
    /// When it began, in ISO 8601.
    public var date: String
    public var machine: Machine
    public var isOptimized: Bool
    public var sizes: Sizes
    public var workloads: [WorkloadResult] = []

    public init(sizes: Sizes) {
        date = Date().formatted(.iso8601)
        machine = .current()
        isOptimized = Machine.isOptimized
        self.sizes = sizes
    }

    /// The report for programs.
    /// - Throws: `EncodingError`.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
