import ArgumentParser
import Foundation
import Workloads

/// What both kinds of runs are told.
struct RunOptions: ParsableArguments {
    @Option(name: .shortAndLong, parsing: .upToNextOption, help: "Only the workloads with these numbers.")
    var workload: [Int] = []

    @Option(help: "Rounds that count, instead of the usual number.")
    var rounds: Int?

    @Option(help: "What the numbers of rows are multiplied by.")
    var scale = 1.0

    @Flag(inversion: .prefixedNo, help: "Measure the memory of each contestant in a process of its own.")
    var memory = true

    @Option(help: "A file for the report as JSON.")
    var json: String?

    @Option(help: "A file for the tables, which are printed in any case.")
    var markdown: String?

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        let numbers = Catalogue.workloads.map(\.number)
        if let unknown = workload.first(where: { !numbers.contains($0) }) {
            throw ValidationError("There is no workload \(unknown); there are \(numbers).")
        }
        guard scale > 0, rounds ?? 1 > 0 else { throw ValidationError("--scale and --rounds must be positive.") }
    }

    func run(_ base: Sizes) throws {
        var sizes = scale == 1 ? base : base.scaled(by: scale)
        if let rounds { sizes.rounds.rounds = rounds }
        let report = try place.with { place in
            var run = BenchmarkRun(sizes: sizes, place: place)
            run.progress = note
            if memory {
                let probe = try MemoryProbe(sizes: sizes, place: place)
                run.memory = probe.measure
            }
            return try run.run(workload)
        }
        if let json { try report.json().write(toFile: json, atomically: true, encoding: .utf8) }
        if let markdown { try report.markdown().write(toFile: markdown, atomically: true, encoding: .utf8) }
        print(report.markdown())
    }
}

/// Where files go.
struct PlaceOptions: ParsableArguments {
    @Option(help: "A folder for the files of the run. What is there already is used again, and nothing is deleted.")
    var folder: String?

    func with<Result>(_ body: (Workplace) throws -> Result) throws -> Result {
        if let folder { return try body(Workplace(URL(fileURLWithPath: folder))) }
        let name = "benchmarks-\(UUID().uuidString)"
        let place = try Workplace(FileManager.default.temporaryDirectory.appendingPathComponent(name))
        defer { try? place.remove() }
        return try body(place)
    }
}

/// Says what is done now, beside the tables.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
