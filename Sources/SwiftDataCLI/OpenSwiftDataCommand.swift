public import ArgumentParser

/// The command-line tool `openswiftdata`: looks into stores, and writes reports and files for developers.
public struct OpenSwiftDataCommand: AsyncParsableCommand {
    /// The text of the tool's help, and its subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "openswiftdata",
        abstract: "Inspects, checks, copies, migrates and describes stores of SwiftData and Core Data.",
        discussion: """
            Completion of commands and options for a shell, here Bash:

              openswiftdata --generate-completion-script bash > ~/.openswiftdata-completion.bash
            """,
        version: version,
        subcommands: [
            InspectCommand.self, SchemaCommand.self, QueryCommand.self, SQLCommand.self, ExplainCommand.self,
            HistoryCommand.self,
            WatchCommand.self, CheckCommand.self, DiffCommand.self, ExportCommand.self, ImportCommand.self,
            MigrateCommand.self, CompactCommand.self, BackupCommand.self, RestoreCommand.self, SalvageCommand.self,
            GenerateCommand.self,
        ]
    )

    /// The version of the tool and of the package. `Scripts/release` makes no tag with another version.
    package static let version = "0.9.0"

    /// Made by the argument parser.
    public init() {}
}
