import Foundation

/// Times for each row, by size.
public struct GrowthReport: Codable, Sendable, Equatable {
    public struct Point: Codable, Sendable, Equatable {
        public var rows: Int
        public var microsecondsPerRow: Double
        /// Of the processors, which other programs disturb less.
        public var processorMicrosecondsPerRow: Double
        /// The same of SQLite alone, where it takes part: what grows there grows for everybody.
        public var rawMicrosecondsPerRow: Double?
    }

    public struct Line: Codable, Sendable, Equatable {
        public var workload: Int
        public var step: String
        public var points: [Point] = []

        /// The cost of the most expensive row relative to the cheapest.
        public var spread: Double { Self.spread(points.map(\.microsecondsPerRow)) }

        /// The same by processor time.
        public var processorSpread: Double { Self.spread(points.map(\.processorMicrosecondsPerRow)) }

        /// The same of SQLite alone.
        public var rawSpread: Double? {
            let times = points.compactMap(\.rawMicrosecondsPerRow)
            return times.count == points.count ? Self.spread(times) : nil
        }

        private static func spread(_ times: [Double]) -> Double {
            guard let least = times.min(), let most = times.max(), least > 0 else { return .nan }
            return most / least
        }
    }

    /// "Constant" is within a quarter.
    static let limit = 1.25

    public var date: String
    public var machine: Machine
    public var lines: [Line] = []
    public var held: [HeldObjects.Result] = []

    init() {
        date = Date().formatted(.iso8601)
        machine = .current()
    }

    var targets: [Target] {
        lines.map { line in
            let what = "a row at \(line.points.count) sizes, most ÷ least"
            var target = Target(line.workload, line.step, what, measured: line.spread, atMost: Self.limit)
            target.byProcessorTime = line.processorSpread
            return target
        }
    }

    /// The report for programs.
    /// - Throws: `EncodingError`.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    public func markdown() -> String { "\(date), \(machine.text).\n\n\(tables())" }

    func tables() -> String {
        var text = ["| # | step | our time for each row, by size | most ÷ least | reach | | by processor | SQLite's |"]
        text.append("|---|---|---|---|---|---|---|---|")
        for line in lines {
            let points = line.points.map { "\($0.rows): \(String(format: "%.3f", $0.microsecondsPerRow)) µs" }
            let verdict = line.spread <= Self.limit ? "met" : "**missed**"
            let (ours, raw) = (String(format: "%.2f", line.spread), line.rawSpread.map { String(format: "%.2f", $0) })
            text.append(
                "| \(line.workload) | \(line.step) | \(points.joined(separator: "; ")) | \(ours) | ≤ \(Self.limit) "
                    + "| \(verdict) | \(String(format: "%.2f", line.processorSpread)) | \(raw ?? "") |"
            )
        }
        if held.isEmpty { return text.joined(separator: "\n") }
        text += ["", "| objects of 6 attributes in memory | objects | bytes for each |", "|---|---|---|"]
        for result in held {
            text.append(
                "| \(result.contender.name) | \(result.objects) | \(String(format: "%.0f", result.bytesPerObject)) |"
            )
        }
        return text.joined(separator: "\n")
    }

    /// In two sentences.
    func summary() -> String {
        let steady = lines.filter { $0.spread <= Self.limit }.count
        var text = "What a row takes is the same within a quarter, up to a million rows, in \(steady) of "
        text += "\(lines.count) steps."
        let bytes = held.map { "\(String(format: "%.0f", $0.bytesPerObject)) bytes (\($0.contender.name))" }
        if !bytes.isEmpty { text += " An object of 6 attributes in memory: \(bytes.joined(separator: ", "))." }
        return text
    }
}
