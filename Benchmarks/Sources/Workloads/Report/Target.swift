import Foundation

/// Something that should be reached, and whether it was.
public struct Target: Codable, Sendable, Equatable {
    public var workload: Int
    public var step: String
    public var what: String
    public var unit: String
    /// Nil where it was not measured.
    public var measured: Double?
    /// In the round where it was least, and in that where it was most.
    public var least: Double?
    public var most: Double?
    public var byProcessorTime: Double?
    public var limit: Double
    /// True if the value must be below the limit, so that the limit itself is too much.
    public var isBelow: Bool
    public var isMet: Bool?

    init(_ workload: Int, _ step: String, _ what: String, unit: String = "", measured: Double?, atMost limit: Double) {
        self.workload = workload
        self.step = step
        self.what = what
        self.unit = unit
        self.measured = measured
        self.limit = limit
        isBelow = false
        isMet = measured.map { $0 <= limit }
    }

    init(_ workload: Int, _ step: StepResult, _ goal: Goal) {
        let value = step.value(of: goal)
        self.init(workload, step.name, goal.measure.text, unit: goal.measure.unit, measured: value, atMost: goal.limit)
        isBelow = goal.isBelow
        isMet = value.map(goal.isMet)
        guard case .ratio(let contender) = goal.measure, let ratio = step.ratio(to: contender) else { return }
        (least, most) = (ratio.least, ratio.most)
        byProcessorTime = step.ratio(to: contender, by: \.processorMilliseconds)?.median
    }

    var verdict: String { isMet.map { $0 ? "met" : "**missed**" } ?? "" }
    var limitText: String { "\(isBelow ? "<" : "≤") \(text(limit))" }

    var measuredText: String {
        guard let measured else { return "not measured" }
        guard let least, let most else { return text(measured) }
        return "\(text(measured)) (\(text(least))–\(text(most)))"
    }

    var row: String {
        let processor = byProcessorTime.map(text) ?? ""
        return "| \(workload) | \(step) | \(what) | \(measuredText) | \(limitText) | \(verdict) | \(processor) |"
    }

    private func text(_ value: Double) -> String {
        switch unit {
        case "": String(format: "%.2f", value)
        case "count": String(format: "%.0f", value)
        case "ms": String(format: "%.1f ms", value)
        default: String(format: "%.0f \(unit)", value)
        }
    }
}

extension StepResult {
    func targets(_ workload: Int) -> [Target] {
        goals.map { Target(workload, self, $0) }
            + facts.compactMap { fact in
                guard let reach = fact.reach else { return nil }
                let unit = fact.isCount ? "count" : fact.unit
                return Target(workload, name, fact.name, unit: unit, measured: fact.value, atMost: reach)
            }
    }
}

extension BenchmarkReport {
    /// Everything that should be reached, workload by workload.
    public var targets: [Target] {
        let ofSteps = workloads.flatMap { workload in workload.steps.flatMap { $0.targets(workload.number) } }
        return ofSteps + (builds?.targets ?? []) + (growth?.targets ?? [])
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

    fileprivate var unit: String {
        switch self {
        case .ratio: ""
        case .milliseconds: "ms"
        case .peakMegabytes, .growthMegabytes: "MB"
        }
    }
}
