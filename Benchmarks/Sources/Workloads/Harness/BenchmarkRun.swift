import Foundation

/// Does workloads one after the other.
public struct BenchmarkRun {
    public let sizes: Sizes
    public let place: Workplace
    /// Tells what memory a contestant takes, in a process of its own; nil where it is not to be measured.
    public var memory: ((MemoryRequest) throws -> MemoryUse)?
    /// Is told what is done now.
    public var progress: (String) -> Void = { _ in }

    public init(sizes: Sizes, place: Workplace) {
        self.sizes = sizes
        self.place = place
    }

    /// - Parameter numbers: Of the workloads to do; all where it is empty.
    public func run(_ numbers: [Int] = []) throws -> BenchmarkReport {
        var report = BenchmarkReport(sizes: sizes)
        for workload in Catalogue.workloads where numbers.isEmpty || numbers.contains(workload.number) {
            report.workloads.append(try run(workload))
        }
        return report
    }

    private func run(_ workload: any Workload) throws -> WorkloadResult {
        var results: [StepResult] = []
        for (index, step) in workload.steps(sizes, place).enumerated() {
            progress("\(workload.number). \(workload.title): \(step.name)")
            var result = try step.measure(sizes.rounds)
            if let memory {
                for timing in result.timings.indices {
                    let contender = result.timings[timing].contender
                    let request = MemoryRequest(workload: workload.number, step: index, contender: contender.name)
                    result.timings[timing].memory = try memory(request)
                }
            }
            results.append(result)
        }
        return WorkloadResult(workload, steps: results)
    }
}

/// The contestant whose memory is to be measured, for a process that is told nothing else.
public struct MemoryRequest: Codable, Sendable, Equatable {
    public var workload: Int
    public var step: Int
    public var contender: String

    public init(workload: Int, step: Int, contender: String) {
        self.workload = workload
        self.step = step
        self.contender = contender
    }

    /// Measures in this process, which should have done nothing else.
    public func answer(_ sizes: Sizes, _ place: Workplace) throws -> MemoryUse {
        try MemoryUse.measure(find(sizes, place).contestant)
    }

    func find(_ sizes: Sizes, _ place: Workplace) throws -> (step: any Step, contestant: any Contestant) {
        let steps = Catalogue.counted.first { $0.number == workload }?.steps(sizes, place) ?? []
        guard steps.indices.contains(step),
            let contestant = steps[step].contestants.first(where: { $0.contender.name == contender })
        else { throw Disagreement("There is no such contestant: \(self)") }
        return (steps[step], contestant)
    }
}
