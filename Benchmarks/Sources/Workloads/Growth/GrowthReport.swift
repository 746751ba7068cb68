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

        /// The most that a larger size costs relative to SQLite, divided by what a smaller one does. Where it is 1, a row takes
        /// more for nothing but what SQLite does with the same file.
        public var beyondSQLite: Double? {
            let ratios = points.compactMap { point in
                point.rawMicrosecondsPerRow.map { point.microsecondsPerRow / $0 }
            }
            guard ratios.count == points.count, var least = ratios.first else { return nil }
            var most = 1.0
            for ratio in ratios {
                least = min(least, ratio)
                most = max(most, ratio / least)
            }
            return most
        }

        /// The growth that counts: that beyond SQLite's, or our own where SQLite takes no part.
        var growth: Double { beyondSQLite ?? spread }
        var limit: Double { beyondSQLite == nil ? GrowthReport.limit : GrowthReport.limitBeyondSQLite }

        private static func spread(_ times: [Double]) -> Double {
            guard let least = times.min(), let most = times.max(), least > 0 else { return .nan }
            return most / least
        }
    }

    /// The goal where SQLite takes no part: within a quarter.
    static let limit = 1.25
    /// The goal of ``Line/beyondSQLite``.
    static let limitBeyondSQLite = 1.2

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
            let isAlone = line.beyondSQLite == nil
            let what = "a row at \(line.points.count) sizes, \(isAlone ? "most ÷ least" : "growth ÷ SQLite's")"
            var target = Target(line.workload, line.step, what, measured: line.growth, atMost: line.limit)
            if isAlone { target.byProcessorTime = line.processorSpread }
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
        var text = [
            "| # | step | our time for each row, by size | greatest ÷ least | SQLite's | growth ÷ SQLite's | goal | |"
        ]
        text.append("|---|---|---|---|---|---|---|---|")
        for line in lines {
            let points = line.points.map { "\($0.rows): \(String(format: "%.3f", $0.microsecondsPerRow)) µs" }
            let verdict = line.growth <= line.limit ? "met" : "**missed**"
            let numbers = [line.spread, line.rawSpread, line.beyondSQLite].map { number in
                number.map { String(format: "%.2f", $0) } ?? ""
            }
            text.append(
                "| \(line.workload) | \(line.step) | \(points.joined(separator: "; ")) "
                    + "| \(numbers.joined(separator: " | ")) | ≤ \(line.limit) | \(verdict) |"
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
        let steady = lines.filter { $0.growth <= $0.limit }.count
        var text =
            "What a row takes grows by at most a fifth more than SQLite's, up to a million rows, in \(steady) of "
        text += "\(lines.count) steps."
        let bytes = held.map { "\(String(format: "%.0f", $0.bytesPerObject)) bytes (\($0.contender.name))" }
        if !bytes.isEmpty { text += " An object of 6 attributes in memory: \(bytes.joined(separator: ", "))." }
        return text
    }
}
