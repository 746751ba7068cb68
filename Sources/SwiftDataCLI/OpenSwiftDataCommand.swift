public import ArgumentParser

/// The command-line tool `openswiftdata`: looks into stores, and makes what developers need of them.
public struct OpenSwiftDataCommand: AsyncParsableCommand {
    /// What the tool's help says.
    public static let configuration = CommandConfiguration(
        commandName: "openswiftdata",
        abstract: "Looks into the stores of SwiftData and Core Data, checks, moves and describes them.",
        subcommands: [
            InspectCommand.self, SchemaCommand.self, QueryCommand.self, HistoryCommand.self, CheckCommand.self,
            DiffCommand.self, ExportCommand.self, ImportCommand.self, MigrateCommand.self, CompactCommand.self,
            GenerateCommand.self,
        ]
    )

    /// Made by the argument parser.
    public init() {}
}
