import ArgumentParser

/// A command of the tool: its work, with every error reported in one sentence.
protocol ToolCommand: AsyncParsableCommand {
    /// - Throws: Any error, or `ExitCode.failure` after it has printed the whole message itself.
    func execute(_ console: Console) async throws
}

extension ToolCommand {
    func run() async throws {
        do {
            try await execute(Console.current)
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch let error as CleanExit {
            throw error
        } catch {
            throw ToolFailure(error)
        }
    }
}

/// The store that a command reads, and how it prints.
struct StoreArguments: ParsableArguments {
    @Argument(help: "The store, such as default.store. It is opened for reading only.", completion: .file())
    var store: String

    @Flag(help: "Print JSON for programs.")
    var json = false
}

/// The arguments of commands that read rows.
struct StrictArguments: ParsableArguments {
    @Flag(help: "Stop at the first value or row that cannot be read.")
    var strict = false
}

/// The arguments of commands that may take long.
struct ProgressArguments: ParsableArguments {
    @Flag(name: [.short, .long], help: "Show no progress.")
    var quiet = false

    func bar(_ label: String, _ console: Console) -> ProgressBar {
        ProgressBar(label, console, isShown: !quiet && console.messagesAreShown)
    }
}
