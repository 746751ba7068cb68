import ArgumentParser
import Workloads

/// Costs that are not to grow with what they do not concern.
struct Scale: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Edits that observers see, contexts, links and fetches, each at 1,000, 4,000 and 16,000 of a thing."
    )

    @Option(help: "What the sizes are multiplied by.")
    var factor = 1.0

    @Option(help: "How often each measurement is made.")
    var rounds = 5

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    func validate() throws {
        guard factor > 0, rounds > 0 else { throw ValidationError("--factor and --rounds must be positive.") }
    }

    func run() throws {
        let report = try ScaleWorkload(factor: factor, rounds: rounds).run(note)
        print(json ? try report.json() : report.markdown())
    }
}
