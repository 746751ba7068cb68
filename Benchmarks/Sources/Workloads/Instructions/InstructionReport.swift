import Foundation

/// The number of instructions for a row. It is the same in each run on a kind of processor, whatever else the machine
/// does.
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
    public static let allowance = 1.10

    /// Returns a sentence for each line that takes too much, or that has no limit.
    public func complaints(_ limits: InstructionReport) -> [String] {
        lines.compactMap { line in
            let title = "\(line.workload). \(line.name): \(line.contender)"
            let taken = String(format: "%.0f", line.instructionsPerRow)
            guard let most = limits.most(line) else {
                return "\(title) takes \(taken) instructions for each row, and has no limit."
            }
            guard line.instructionsPerRow > most else { return nil }
            let usual = String(format: "%.0f", most / Self.allowance)
            let excess = String(format: "%.1f", (line.instructionsPerRow / most * Self.allowance - 1) * 100)
            return "\(title) takes \(taken) instructions for each row, \(excess) % more than the \(usual) on file; "
                + "\(Self.allowanceText) more are allowed."
        }
    }

    private static var allowanceText: String { String(format: "%.0f %%", (allowance - 1) * 100) }

    private func most(_ line: Line) -> Double? {
        lines.first(where: line.isSame).map { $0.instructionsPerRow * Self.allowance }
    }

    public func markdown(_ limits: InstructionReport?) -> String {
        var text = ["| # | step | contestant | instructions for each row | at most | |", "|---|---|---|---|---|---|"]
        for line in lines {
            let most = limits?.most(line)
            let verdict = most.map { line.instructionsPerRow <= $0 ? "met" : "**exceeded**" } ?? ""
            let mostText = most.map { String(format: "%.0f", $0) } ?? ""
            text.append(
                "| \(line.workload) | \(line.name) | \(line.contender) "
                    + "| \(String(format: "%.0f", line.instructionsPerRow)) | \(mostText) | \(verdict) |"
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
