import Foundation

extension Measurements {
    /// For programs.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// For people.
    func table() -> String {
        guard isCounted else { return "This system does not let allocations be counted." }
        var text = ["Built \(isOptimized ? "for release" : "for debugging"). For each object:", ""]
        text.append("| work | allocations | at most | bytes | at most | statements prepared at first, later |")
        text.append("|---|---|---|---|---|---|")
        for line in lines {
            let cells = [
                line.title, number(line.allocations), line.mostAllocations.map(number) ?? "", number(line.bytes),
                line.mostBytes.map(number) ?? "", "\(line.firstPreparations), \(line.laterPreparations)",
            ]
            text.append("| \(cells.joined(separator: " | ")) |")
        }
        return text.joined(separator: "\n")
    }

    /// The Swift file with the limits of this kind of build, as they would be after this run.
    func limits() -> String {
        let (name, kind) = isOptimized ? ("release", "for release") : ("debug", "for debugging")
        var text = ["// Written by `CountingProgram --limits`, built \(kind)."]
        text += ["extension Limits {", "    static let \(name): [Work: Limit] = ["]
        for line in lines {
            let (allocations, bytes) = (number(line.allocations), number(line.bytes))
            let values = "allocations: \(allocations), bytes: \(bytes), preparations: \(line.laterPreparations)"
            text.append("        .\(line.work): Limit(\(values)),")
        }
        text += ["    ]", "}"]
        return text.joined(separator: "\n")
    }

    private func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
