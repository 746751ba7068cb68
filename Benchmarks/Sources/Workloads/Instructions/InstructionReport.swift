import Foundation

/// How many instructions a row takes: the same in each run on a kind of processor, whatever else the machine does.
public struct InstructionReport: Codable, Sendable, Equatable {
    public struct Line: Codable, Sendable, Equatable {
        public var workload: Int
        /// The place of the step in its workload.
        public var step: Int
        public var name: String
        public var contender: String
        public var instructionsPerRow: Double

        public init(workload: Int, step: Int, name: String, contender: String, instructionsPerRow: Double) {
            self.workload = workload
            self.step = step
            self.name = name
            self.contender = contender
            self.instructionsPerRow = instructionsPerRow
        }

        func isSame(as other: Line) -> Bool {
            workload == other.workload && step == other.step && contender == other.contender
        }
    }

    public var lines: [Line] = []

    public init() {}

    /// Other versions of the system's libraries take other numbers of instructions.
    public static let allowance = 1.15

    /// Those that take more than they took when the limits were written.
    public func exceeding(_ limits: InstructionReport) -> [Line] {
        lines.filter { line in
            guard let limit = limits.lines.first(where: line.isSame) else { return false }
            return line.instructionsPerRow > limit.instructionsPerRow * Self.allowance
        }
    }

    public func markdown(_ limits: InstructionReport?) -> String {
        var text = ["| # | step | contestant | instructions for each row | at most | |", "|---|---|---|---|---|---|"]
        for line in lines {
            let limit = limits?.lines.first(where: line.isSame).map { $0.instructionsPerRow * Self.allowance }
            let verdict = limit.map { line.instructionsPerRow <= $0 ? "met" : "**exceeded**" } ?? ""
            let limitText = limit.map { String(format: "%.0f", $0) } ?? ""
            text.append(
                "| \(line.workload) | \(line.name) | \(line.contender) "
                    + "| \(String(format: "%.0f", line.instructionsPerRow)) | \(limitText) | \(verdict) |"
            )
        }
        return text.joined(separator: "\n")
    }

    /// The file with the limits, with new ones in the place of the old.
    /// - Throws: `EncodingError`.
    public func limits(insteadOf old: InstructionReport?) throws -> String {
        var all = self
        all.lines += (old?.lines ?? []).filter { line in !lines.contains(where: line.isSame) }
        all.lines.sort { ($0.workload, $0.step, $0.contender) < ($1.workload, $1.step, $1.contender) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(all), as: UTF8.self) + "\n"
    }
}
