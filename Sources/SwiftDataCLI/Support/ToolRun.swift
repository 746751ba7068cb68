import ArgumentParser

extension OpenSwiftDataCommand {
    /// Runs the tool with the given arguments, the name of the program not among them.
    ///
    /// - Returns: The exit code: 0 where all is well; 1 where something failed or could not be read, `check` found a
    ///   problem or `diff` a difference; 64 for arguments that are not understood.
    package static func run(_ arguments: [String], console: Console) async -> Int32 {
        await Console.$current.withValue(console) {
            do {
                var command = try parseAsRoot(arguments)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
                return 0
            } catch let failure as ToolFailure {
                console.messages("Error: \(failure)\n")
                return (failure.isUsage ? ExitCode.validationFailure : ExitCode.failure).rawValue
            } catch {
                let code = exitCode(for: error)
                let message = fullMessage(for: error)
                if !message.isEmpty {
                    if code.isSuccess { console.print(message) } else { console.messages(message + "\n") }
                }
                return code.rawValue
            }
        }
    }

    /// Runs the tool with the arguments of the process, and ends it.
    public static func runAndExit() async -> Never {
        exit(withError: ExitCode(await run(Array(CommandLine.arguments.dropFirst()), console: .standard)))
    }
}
