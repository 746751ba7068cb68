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

    /// A sentence for each limit that is exceeded, and for each work that has none.
    var complaints: [String] {
        lines.flatMap { line -> [String] in
            guard let allocations = line.mostAllocations, let bytes = line.mostBytes,
                let preparations = line.mostPreparations
            else { return ["\"\(line.title)\" has no limits."] }
            let pairs = [
                ("allocations", line.allocations, allocations), ("bytes", line.bytes, bytes),
                ("statements prepared", Double(line.laterPreparations), Double(preparations)),
            ]
            return pairs.filter { $0.1 > $0.2 }.map { name, taken, most in
                "\"\(line.title)\" takes \(number(taken)) \(name); at most \(number(most)) are allowed."
            }
        }
    }

    /// Puts the limits of this kind of build, as they are after this run, where the next build finds them.
    /// - Returns: The file.
    func writeLimits() throws -> URL {
        let name = isOptimized ? "Limits+Release.swift" : "Limits+Debug.swift"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
        // What is there may be read through a link, which stays.
        try Data((limits() + "\n").utf8).write(to: file.resolvingSymlinksInPath())
        return file
    }

    private func limits() -> String {
        let (name, kind) = isOptimized ? ("release", "for release") : ("debug", "for debugging")
        var text = ["// Written by `CountingProgram --write`, built \(kind)."]
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
