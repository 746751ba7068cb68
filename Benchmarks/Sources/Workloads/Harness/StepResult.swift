import Foundation

/// The times of a contestant in each round that counts.
public struct Timing: Codable, Sendable, Equatable {
    public var contender: Contender
    public var milliseconds: [Double]
    /// Of the processors, on all threads.
    public var processorMilliseconds: [Double]
    /// In a process of its own; nil where it was not measured.
    public var memory: MemoryUse?

    public var median: Double { milliseconds.median }

    init(contender: Contender, milliseconds: [Double], processorMilliseconds: [Double] = []) {
        self.contender = contender
        self.milliseconds = milliseconds
        self.processorMilliseconds = processorMilliseconds
    }

    mutating func add(_ outcome: RoundOutcome) {
        milliseconds.append(outcome.milliseconds)
        processorMilliseconds.append(outcome.processorMilliseconds)
    }
}

/// The measurements of one step.
public struct StepResult: Codable, Sendable, Equatable {
    public var name: String
    public var rows: Int
    public var goals: [Goal]
    /// The first is the one that the goals are about.
    public var timings: [Timing] = []
    public var facts: [Fact] = []

    init(name: String, rows: Int, goals: [Goal] = []) {
        self.name = name
        self.rows = rows
        self.goals = goals
    }

    /// The first contestant's time by that of another, round by round: the median, the least and the most.
    public func ratio(
        to contender: Contender,
        by time: KeyPath<Timing, [Double]> = \.milliseconds
    ) -> (median: Double, least: Double, most: Double)? {
        guard let first = timings.first, let other = timings.first(where: { $0.contender == contender }) else {
            return nil
        }
        let ratios = zip(first[keyPath: time], other[keyPath: time]).map { $0 / $1 }
        guard let least = ratios.min(), let most = ratios.max() else { return nil }
        return (ratios.median, least, most)
    }

    /// Returns the value that was measured for a goal; nil where it was not.
    public func value(of goal: Goal) -> Double? {
        switch goal.measure {
        case .ratio(let contender): ratio(to: contender)?.median
        case .milliseconds: timings.first?.median
        case .peakMegabytes: timings.first?.memory?.peakMegabytes
        case .growthMegabytes: timings.first?.memory?.growthMegabytes
        }
    }
}

/// The measurements of one workload.
public struct WorkloadResult: Codable, Sendable, Equatable {
    public var number: Int
    public var title: String
    public var steps: [StepResult]

    public init(_ workload: any Workload, steps: [StepResult]) {
        number = workload.number
        title = workload.title
        self.steps = steps
    }
}

extension [Double] {
    /// NaN for none.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
