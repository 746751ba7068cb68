import Foundation

extension BenchmarkReport {
    /// Two tables: what is to be reached, and what everybody took.
    public func markdown() -> String {
        var lines = ["\(date), \(machine.text).", ""]
        if !isOptimized { lines += ["**Not optimised: these figures say nothing.**", ""] }
        lines += ["| # | step | what | measured | reach | | by processor time |", "|---|---|---|---|---|---|---|"]
        for workload in workloads {
            for step in workload.steps { lines += step.goalLines(workload.number) }
        }
        lines += ["", "Ratios are our time by theirs, the median of the rounds, with the least and the most."]
        lines += ["By processor time they are less disturbed by other programs; waiting for the disk is not in them."]
        lines += ["", "| # | step | contestant | median | processor | for each row | peak memory | growth |"]
        lines += ["|---|---|---|---|---|---|---|---|"]
        for workload in workloads {
            for step in workload.steps { lines += step.timingLines(workload.number) }
        }
        return lines.joined(separator: "\n")
    }
}

extension StepResult {
    fileprivate func goalLines(_ number: Int) -> [String] {
        let lines = goals.map { goal in
            let value = value(of: goal)
            let sign = goal.isBelow ? "<" : "≤"
            return row([
                "\(number)", name, goal.measure.text, value.map { text($0, goal) } ?? "not measured",
                "\(sign) \(goal.measure.format(goal.limit))",
                value.map { goal.isMet(by: $0) ? "met" : "**missed**" } ?? "",
                processorText(goal),
            ])
        }
        return lines
            + facts.map { fact in
                let verdict = fact.reach.map { fact.value <= $0 ? "met" : "**missed**" }
                return row([
                    "\(number)", name, fact.name, fact.text(fact.value), fact.reach.map { "≤ \(fact.text($0))" } ?? "",
                    verdict ?? "", "",
                ])
            }
    }

    private func text(_ value: Double, _ goal: Goal) -> String {
        let text = goal.measure.format(value)
        guard case .ratio(let contender) = goal.measure, let ratio = ratio(to: contender) else { return text }
        return "\(text) (\(goal.measure.format(ratio.least))–\(goal.measure.format(ratio.most)))"
    }

    private func processorText(_ goal: Goal) -> String {
        guard case .ratio(let contender) = goal.measure else { return "" }
        return ratio(to: contender, by: \.processorMilliseconds).map { goal.measure.format($0.median) } ?? ""
    }

    fileprivate func timingLines(_ number: Int) -> [String] {
        timings.map { timing in
            row([
                "\(number)", name, timing.contender.name, String(format: "%.2f ms", timing.median),
                String(format: "%.2f ms", timing.processorMilliseconds.median),
                String(format: "%.3f µs", timing.median * 1_000 / Double(max(rows, 1))),
                timing.memory.map { String(format: "%.0f MB", $0.peakMegabytes) } ?? "",
                timing.memory.map { String(format: "%.1f MB", $0.growthMegabytes) } ?? "",
            ])
        }
    }

    private func row(_ cells: [String]) -> String {
        "| \(cells.joined(separator: " | ")) |"
    }
}

extension Goal.Measure {
    fileprivate var text: String {
        switch self {
        case .ratio(let contender): "÷ \(contender.name)"
        case .milliseconds: "time"
        case .peakMegabytes: "peak memory"
        case .growthMegabytes: "growth of memory"
        }
    }

    fileprivate func format(_ value: Double) -> String {
        switch self {
        case .ratio: String(format: "%.2f", value)
        case .milliseconds: String(format: "%.1f ms", value)
        case .peakMegabytes, .growthMegabytes: String(format: "%.0f MB", value)
        }
    }
}

extension Fact {
    fileprivate func text(_ value: Double) -> String {
        let isWhole = value == value.rounded() && abs(value) < 1e15
        let number = isWhole ? String(format: "%.0f", value) : String(format: "%.3f", value)
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}
