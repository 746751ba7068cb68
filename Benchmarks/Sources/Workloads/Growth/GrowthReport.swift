import Foundation

/// Times for each row, by size.
public struct GrowthReport: Codable, Sendable, Equatable {
    public struct Point: Codable, Sendable, Equatable {
        public var rows: Int
        public var microsecondsPerRow: Double
    }

    public struct Line: Codable, Sendable, Equatable {
        public var workload: Int
        public var step: String
        public var points: [Point] = []

        /// How much more the most expensive row takes than the cheapest.
        public var spread: Double {
            let times = points.map(\.microsecondsPerRow)
            guard let least = times.min(), let most = times.max(), least > 0 else { return .nan }
            return most / least
        }
    }

    public var date: String
    public var machine: Machine
    public var lines: [Line] = []
    public var held: [HeldObjects.Result] = []

    init() {
        date = Date().formatted(.iso8601)
        machine = .current()
    }

    /// The report for programs.
    /// - Throws: `EncodingError`.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    public func markdown() -> String {
        var text = ["\(date), \(machine.text).", "", "| # | step | for each row, by size | spread | reach | |"]
        text.append("|---|---|---|---|---|---|")
        for line in lines {
            let points = line.points.map { "\($0.rows): \(String(format: "%.3f", $0.microsecondsPerRow)) µs" }
            let verdict = line.spread <= 1.25 ? "met" : "**missed**"
            text.append(
                "| \(line.workload) | \(line.step) | \(points.joined(separator: "; ")) "
                    + "| \(String(format: "%.2f", line.spread)) | ≤ 1.25 | \(verdict) |"
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
}
