import Foundation

extension BenchmarkReport {
    /// Tables: what is to be reached, what everybody took, and how that grows.
    public func markdown() -> String {
        var lines = ["\(date), \(machine.text).", ""]
        if !isOptimized { lines += ["**Not optimised: these figures say nothing.**", ""] }
        lines += ["| # | step | figure | measured | goal | | by processor time |", "|---|---|---|---|---|---|---|"]
        for workload in workloads {
            for step in workload.steps {
                lines += step.targets(workload.number).map(\.row)
                lines += step.facts.filter { $0.reach == nil }.map { fact in
                    "| \(workload.number) | \(step.name) | \(fact.name) | \(fact.text) | | | |"
                }
            }
        }
        lines += builds.map { $0.targets.map(\.row) + $0.factLines } ?? []
        lines += growth?.targets.map(\.row) ?? []
        lines += ["", "Ratios are our time by theirs, the median of the rounds, with the least and the most."]
        lines += ["By processor time they are less disturbed by other programs; waiting for the disk is not in them."]
        lines += ["", timingHead, "|---|---|---|---|---|---|---|---|---|---|"]
        for workload in workloads {
            for step in workload.steps { lines += step.timingLines(workload.number) }
        }
        lines += ["", "\"First\" is the first round of a process in which nothing has gone before."]
        lines += growth.map { ["", $0.tables()] } ?? []
        return lines.joined(separator: "\n")
    }

    private var timingHead: String {
        "| # | step | contestant | rounds | median | processor | for each row | first | peak memory | growth |"
    }
}

extension StepResult {
    fileprivate func timingLines(_ number: Int) -> [String] {
        timings.map { timing in
            let cells = [
                "\(number)", name, timing.contender.name, "\(timing.milliseconds.count)",
                String(format: "%.2f ms", timing.median),
                String(format: "%.2f ms", timing.processorMilliseconds.median),
                String(format: "%.3f µs", timing.median * 1_000 / Double(max(rows, 1))),
                timing.memory.map { String(format: "%.2f ms", $0.firstMilliseconds) } ?? "",
                timing.memory.map { String(format: "%.0f MB", $0.peakMegabytes) } ?? "",
                timing.memory.map { String(format: "%.1f MB", $0.growthMegabytes) } ?? "",
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
    }
}

extension Fact {
    var isCount: Bool { unit.isEmpty && value == value.rounded() && abs(value) < 1e15 }

    fileprivate var text: String {
        let number = isCount ? String(format: "%.0f", value) : String(format: "%.3f", value)
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}
