import ArgumentParser

/// The command that measures the times of the library.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measures OpenSwiftData. Build it in release mode; what a debug build takes says nothing.",
        subcommands: [
            Run.self, Quick.self, Growth.self, Table.self, Instructions.self, Observation.self, Scale.self,
            Stages.self, MeasureMemory.self, MeasureStage.self, CountInstructions.self,
        ]
    )
}
