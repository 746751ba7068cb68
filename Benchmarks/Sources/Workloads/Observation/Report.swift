import Foundation

/// Measurements, one row for each case, in columns that all cases share.
public struct Report: Codable, Sendable, Equatable {
    /// A measurement, or a count.
    public enum Value: Codable, Sendable, Equatable {
        case milliseconds(Double)
        case count(Int)

        fileprivate var text: String {
            switch self {
            case .milliseconds(let value): String(format: value < 1 ? "%.3f ms" : "%.1f ms", value)
            case .count(let value): "\(value)"
            }
        }
    }

    /// One case.
    public struct Row: Codable, Sendable, Equatable {
        public var name: String
        /// In the order of the columns.
        public var values: [Value]

        public init(name: String, values: [Value]) {
            self.name = name
            self.values = values
        }
    }

    public var workload: String
    public var columns: [String]
    public var rows: [Row] = []

    public init(workload: String, columns: [String]) {
        self.workload = workload
        self.columns = columns
    }

    /// The report as a table.
    public func markdown() -> String {
        var lines = ["| \(([workload] + columns).joined(separator: " | ")) |"]
        lines.append("|" + String(repeating: "---|", count: columns.count + 1))
        for row in rows { lines.append("| \(([row.name] + row.values.map(\.text)).joined(separator: " | ")) |") }
        return lines.joined(separator: "\n")
    }

    /// The report for programs.
    /// - Throws: `EncodingError`.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension Duration {
    /// For a report.
    var value: Report.Value {
        let (seconds, attoseconds) = components
        return .milliseconds(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
    }
}
