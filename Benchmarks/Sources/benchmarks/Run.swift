import ArgumentParser

/// Everything, at full size.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "All workloads at full size, beside GRDB and SQLite, several sizes of ours, and builds."
    )

    @OptionGroup var options: RunOptions

    func run() throws { try options.run(.full, isComplete: true) }
}

/// Everything, in little.
struct Quick: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "All workloads with a tenth of the rows, in about a minute. Coarser than the full run."
    )

    @OptionGroup var options: RunOptions

    func run() throws { try options.run(.quick, isComplete: false) }
}
