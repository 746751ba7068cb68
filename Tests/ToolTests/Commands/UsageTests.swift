import ArgumentParser
import Foundation
import SwiftDataCLI
import TestSupport
import Testing

struct UsageTests {
    @Test func theHelpGoesToTheOutputAndIsNoFailure() async {
        let result = await tool("--help")
        #expect(result.status == 0)
        #expect(result.output.contains("inspect") && result.output.contains("SwiftData"))
        #expect(result.messages.isEmpty)
    }

    @Test(arguments: [["bogus"], ["check"], ["inspect", "a", "b"], ["history", "a", "--since", "yesterday"]])
    func argumentsThatAreNotUnderstoodEndWith64(arguments: [String]) async {
        let result = await tool(arguments)
        #expect(result.status == 64)
        #expect(result.messages.hasPrefix("Error: "))
        #expect(result.output.isEmpty)
    }

    @Test(arguments: ["inspect", "history", "check", "compact"])
    func aFileThatIsNotThereIsOneSentence(command: String) async throws {
        let result = await tool(command, "/nowhere/at/all.store")
        #expect(result.status == 1)
        #expect(result.messages == "Error: There is no file /nowhere/at/all.store.\n")
    }

    @Test func theBuiltProgramEndsWithTheSameCodes() throws {
        #expect(try BuiltTool.run(["--help"]).status == 0)
        #expect(try BuiltTool.run(["bogus"]).status == 64)
        let missing = try BuiltTool.run(["inspect", "/nowhere/at/all.store"])
        #expect(missing.status == 1)
        #expect(missing.output.isEmpty)
        #expect(missing.messages == "Error: There is no file /nowhere/at/all.store.\n")
    }

    @Test func progressIsShownOnATerminalOnly() async throws {
        let library = try FilledLibrary()
        #expect(await tool("check", library.path).messages.isEmpty)
        #expect(await tool(["check", library.path, "--quiet"], isTerminal: true).messages.isEmpty)
        let shown = await tool(["check", library.path], isTerminal: true).messages
        #expect(shown.contains("Checking [###"))
        // It is wiped at the end.
        #expect(shown.hasSuffix("\r"))
    }

    @Test func theVersionIsThatOfTheChangelog() async throws {
        let result = await tool("--version")
        #expect(result.status == 0)
        #expect(result.output == OpenSwiftDataCommand.version + "\n")
        // Commands with a version of a model of their own have it still.
        let library = try FilledLibrary()
        let other = await tool("schema", library.path, "--version", "7.7.7")
        #expect(other.status == 1 && other.messages.contains("7.7.7"), "\(other.messages)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptsForShellsKnowEveryCommand(shell: String) throws {
        let result = try BuiltTool.run(["--generate-completion-script", shell])
        #expect(result.status == 0)
        for command in OpenSwiftDataCommand.configuration.subcommands {
            let name = try #require(command.configuration.commandName)
            #expect(result.output.contains(name), "\(name)")
        }
        #expect(result.output.contains("properties"))
    }

    @Test(.enabled(if: Program.bash != nil, "needs bash"))
    func theScriptForBashIsUnderstoodByIt() throws {
        let folder = try TemporaryFolder()
        let script = folder.file("completion.bash")
        try Data(try BuiltTool.run(["--generate-completion-script", "bash"]).output.utf8).write(to: script)
        let bash = try #require(Program.bash)
        let answer = try bash.run(
            [
                "-c",
                """
                source '\(script.path)'
                COMP_WORDS=(openswiftdata qu); COMP_CWORD=1; COMP_LINE='openswiftdata qu'; COMP_POINT=16
                _openswiftdata
                echo "${COMPREPLY[*]}"
                """,
            ]
        )
        #expect(answer.contains("query"), "\(answer)")
    }
}
