import Foundation

/// Everything that a run has to say.
public struct BenchmarkReport: Codable, Sendable, Equatable {
    /// The beginning of the run, in ISO 8601.
    public var date: String
    public var machine: Machine
    public var isOptimized: Bool
    public var sizes: Sizes
    public var workloads: [WorkloadResult] = []
    /// Workload 15; nil where nothing was built.
    public var builds: BuildReport?
    /// Nil where one size was measured.
    public var growth: GrowthReport?

    public init(sizes: Sizes) {
        date = Date().formatted(.iso8601)
        machine = .current()
        isOptimized = Machine.isOptimized
        self.sizes = sizes
    }

    /// The content of a file for programs: the report, and its targets.
    private struct Document: Codable {
        var targets: [Target]
        var report: BenchmarkReport
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
        return String(decoding: try encoder.encode(Document(targets: targets, report: self)), as: UTF8.self)
    }

    /// A report that was written for programs.
    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        self = try decoder.decode(Document.self, from: json).report
    }
}
