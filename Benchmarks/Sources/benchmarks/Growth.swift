import ArgumentParser
import Workloads

/// Each workload at several sizes.
struct Growth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What a row takes us at several sizes of each workload, and what an object takes in memory."
    )

    @Option(name: .shortAndLong, parsing: .upToNextOption, help: "Only the workloads with these numbers.")
    var workload: [Int] = []

    @Option(parsing: .upToNextOption, help: "What the full numbers of rows are multiplied by, up to a million.")
    var scales: [Double] = GrowthRun.usualFactors

    @Option(help: "Rounds that count.")
    var rounds = 3

    @Option(help: "How many objects are held to find out what one takes.")
    var held = 100_000

    @Option(help: "A file for the report as JSON.")
    var json: String?

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard !scales.isEmpty, scales.allSatisfy({ $0 > 0 }), rounds > 0, held > 0 else {
            throw ValidationError("--scales, --rounds and --held must be positive.")
        }
    }

    func run() throws {
        let report = try place.with { place in
            var settings = RoundSettings.growth
            settings.rounds = rounds
            settings.most = max(settings.most, rounds)
            var growth = GrowthRun(place: place, factors: scales, rounds: settings)
            growth.progress = note
            // First, while nothing else has been in memory.
            let objects = try HeldObjects.measure(held, place)
            var report = try growth.run(workload)
            report.held = objects
            return report
        }
        if let json { try report.json().write(toFile: json, atomically: true, encoding: .utf8) }
        print(report.markdown())
    }
}
