import ArgumentParser
import Foundation
import Workloads

/// The options of both kinds of runs.
struct RunOptions: ParsableArguments {
    @Option(name: .shortAndLong, parsing: .upToNextOption, help: "Only the workloads with these numbers.")
    var workload: [Int] = []

    @Option(help: "Rounds that count, instead of the usual number.")
    var rounds: Int?

    @Option(help: "What the numbers of rows are multiplied by.")
    var scale = 1.0

    @Flag(inversion: .prefixedNo, help: "Measure the memory of each contestant in a process of its own.")
    var memory = true

    @Flag(inversion: .prefixedNo, help: "Measure several sizes as well. Usual where all workloads run at full size.")
    var growth: Bool?

    @Flag(inversion: .prefixedNo, help: "Build modules, too: workload 15. Usual where all workloads run at full size.")
    var builds: Bool?

    @Option(help: "A file for the report as JSON.")
    var json: String?

    @Option(help: "A file for the tables, which are printed in any case.")
    var markdown: String?

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        let numbers = Catalogue.workloads.map(\.number) + [BuildReport.workload]
        if let unknown = workload.first(where: { !numbers.contains($0) }) {
            throw ValidationError("There is no workload \(unknown); there are \(numbers).")
        }
        guard scale > 0, rounds ?? 1 > 0 else { throw ValidationError("--scale and --rounds must be positive.") }
    }

    /// - Parameter isComplete: True if sizes and builds are to be measured unless something else is said.
    func run(_ base: Sizes, isComplete: Bool) throws {
        var sizes = scale == 1 ? base : base.scaled(by: scale)
        if let rounds { sizes.rounds = RoundSettings(warmUps: sizes.rounds.warmUps, rounds: rounds) }
        let isAll = isComplete && workload.isEmpty
        var report = try place.with { place in
            var run = BenchmarkRun(sizes: sizes, place: place)
            run.progress = note
            if memory { run.memory = { try ChildProgram(place: place).memory($0, sizes) } }
            var report = try run.run(workload)
            try write(report)
            if growth ?? isAll {
                report.growth = try grow(place, sizes)
                try write(report)
            }
            return report
        }
        if builds ?? (isAll || workload.contains(BuildReport.workload)) {
            note("15. builds of modules")
            let models = max(1, min(100, Int(100 * scale)))
            report.builds = try BuildTime.measure(models: models, rounds: min(sizes.rounds.rounds, 2))
        }
        try write(report)
        print(report.markdown())
    }

    /// Writes what is there so far, so that a run that is stopped leaves what it has measured.
    private func write(_ report: BenchmarkReport) throws {
        if let json { try report.json().write(toFile: json, atomically: true, encoding: .utf8) }
        if let markdown { try report.markdown().write(toFile: markdown, atomically: true, encoding: .utf8) }
    }

    private func grow(_ place: Workplace, _ sizes: Sizes) throws -> GrowthReport {
        let held = try HeldObjects.measure(100_000, place)
        var run = GrowthRun(place: place, sizes: sizes, factors: GrowthRun.usualFactors, rounds: .growth)
        run.progress = note
        var report = try run.run(workload.filter { $0 != BuildReport.workload })
        report.held = held
        return report
    }
}

/// The options for the places of files.
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

private let start = ContinuousClock.now

/// Says what is done now, beside the tables, and since when.
func note(_ text: String) {
    let seconds = (ContinuousClock.now - start).components.seconds
    FileHandle.standardError.write(Data("\(seconds) s: \(text)\n".utf8))
}
