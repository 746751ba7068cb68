import ArgumentParser
import Workloads

/// Live results while many models change.
struct Observation: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Observers of one object each, and of many objects each, while all objects change."
    )

    @Option(help: "How many observers there are.")
    var observers = 1_000

    @Option(help: "How many objects there are. All of them change.")
    var objects = 10_000

    @Option(help: "How many results an observer of many objects has.")
    var results = 1_000

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    func validate() throws {
        guard observers > 0, objects >= observers, results > 0, objects % results == 0 else {
            throw ValidationError("There must be as many objects as observers, and a multiple of --results of them.")
        }
    }

    func run() throws {
        let workload = ObservationWorkload(observers: observers, objects: objects, results: results)
        let report = try workload.run()
        print(json ? try report.json() : report.markdown())
    }
}
