import Foundation

/// Counts instructions at two sizes, so that what does not depend on the number of rows cancels.
public struct InstructionRun {
    private let place: Workplace
    /// Counts the instructions of a contestant's work in a process of its own, and says how many rows it is about.
    private let count: (MemoryRequest, Sizes) throws -> (instructions: Double, rows: Int)
    /// Is told what is done now.
    public var progress: (String) -> Void = { _ in }

    public init(
        place: Workplace,
        count: @escaping (MemoryRequest, Sizes) throws -> (instructions: Double, rows: Int)
    ) {
        self.place = place
        self.count = count
    }

    /// Saving, fetching, finding, changing, and faults of members and of attributes.
    public static let usual = [1, 2, 4, 5, 6, 16]

    /// - Parameters:
    ///   - numbers: Of the workloads to do; the usual ones where it is empty.
    ///   - isAlone: True if the other contestants are left out.
    public func run(_ numbers: [Int] = [], isAlone: Bool) throws -> InstructionReport {
        let numbers = numbers.isEmpty ? Self.usual : numbers
        var report = InstructionReport()
        for workload in Catalogue.counted where numbers.contains(workload.number) {
            for (index, step) in workload.steps(Self.sizes(2), place).enumerated() {
                for contestant in isAlone ? Array(step.contestants.prefix(1)) : step.contestants {
                    let contender = contestant.contender.name
                    progress("\(workload.number). \(step.name): \(contender)")
                    let request = MemoryRequest(workload: workload.number, step: index, contender: contender)
                    report.lines.append(
                        InstructionReport.Line(
                            workload: workload.number,
                            step: index,
                            name: step.name,
                            contender: contender,
                            instructionsPerRow: try instructionsPerRow(request, workload)
                        )
                    )
                }
            }
        }
        return report
    }

    private func instructionsPerRow(_ request: MemoryRequest, _ workload: any Workload) throws -> Double {
        let counts = try [1, 2].map { factor in
            let sizes = Self.sizes(factor)
            // Files are made here, where it is quick.
            try request.find(sizes, place).contestant.prepareAndClose()
            return try count(request, sizes)
        }
        let (few, many) = (counts[0], counts[1])
        guard many.rows > few.rows else { return (many.instructions / Double(max(many.rows, 1))).rounded() }
        return ((many.instructions - few.instructions) / Double(many.rows - few.rows)).rounded()
    }

    /// Small, since each instruction takes fifty times as long as it would.
    private static func sizes(_ factor: Int) -> Sizes {
        var sizes = Sizes.full.scaled(by: 0.01 * Double(factor))
        sizes.updateRows = 2_000 * factor
        sizes.updated = 500 * factor
        sizes.students = 500 * factor
        sizes.orders = 300 * factor
        sizes.orderRepeats = 2
        sizes.parents = 100 * factor
        sizes.schools = 5 * factor
        // One step is about each of them.
        sizes.openedRows = 1_000 * factor
        sizes.accesses = 20_000 * factor
        return sizes
    }
}

extension Contestant {
    fileprivate func prepareAndClose() throws {
        try prepare()
        try close()
    }
}
