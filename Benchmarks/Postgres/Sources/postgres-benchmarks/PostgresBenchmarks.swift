#if PostgreSQL
import ArgumentParser

/// The command that runs the workloads of a PostgreSQL server through the library. `Scripts/benchmark-postgres` calls it between
/// the peers.
@main
struct PostgresBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgres-benchmarks",
        abstract: "Measures the store of PostgreSQL servers, at OPENSWIFTDATA_POSTGRES_URL.",
        subcommands: [Prepare.self, Run.self]
    )
}

/// Makes the tables and the rows that are read.
struct Prepare: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Makes the tables anew, in the PostgreSQL schema \(BenchmarkServer.namespace), and the rows that are read."
    )

    func run() throws { try BenchmarkServer().prepare() }
}

/// One workload.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a workload and prints a line of JSON for each way of doing it."
    )

    @Argument(help: "The workload: \(WorkloadName.allCases.map(\.rawValue).joined(separator: ", ")).")
    var workload: WorkloadName

    @Argument(help: "The number of measured repeats; for the writers the number of seconds.")
    var repeats: Int

    @Option(help: "The number of calls of `read` that run at once in the workload of the pool.")
    var contexts = 4

    func validate() throws {
        guard repeats > 0, contexts > 0 else { throw ValidationError("The numbers have to be greater than 0.") }
    }

    func run() async throws {
        let server = try BenchmarkServer()
        switch workload {
        case .fetch: try FetchWorkload(server).run(repeats)
        case .key: try KeyWorkload(server).run(repeats)
        case .insert: try InsertWorkload(server).run(repeats)
        case .writers: try WritersWorkload(server).run(seconds: repeats)
        case .pool: try await PoolWorkload(server, contexts: contexts).run(repeats)
        }
    }
}

/// The workloads, by the names that the peers give them.
enum WorkloadName: String, CaseIterable, ExpressibleByArgument {
    case fetch, key, insert, writers, pool
}
#endif
