import ArgumentParser
import Foundation
import SwiftDataCLI
import TestSupport
import Testing

/// The commands and examples that the help shows work.
struct HelpTests {
    /// The lines of a command's help that are set in by more than the text.
    private func examples(_ command: any ParsableCommand.Type) -> [String] {
        // As wide as the lines are.
        let help = OpenSwiftDataCommand.helpMessage(for: command, columns: 1000)
        let discussion = help.components(separatedBy: "\nUSAGE:")[0]
        return discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func everyExampleOfAFilterIsUnderstood() async throws {
        let library = try FilledLibrary()
        let command = OpenSwiftDataCommand.configuration.subcommands.first { $0.configuration.commandName == "query" }
        let examples = examples(try #require(command))
        #expect(examples.count > 12)
        for example in examples {
            let arguments = example.hasPrefix("--") ? words(example) : ["--filter", example]
            let result = await tool(["query", library.path, "Book"] + arguments)
            #expect(result.status == 0, "\(example): \(result.messages)")
        }
    }

    @Test func everyExampleOfACommandRuns() async throws {
        var count = 0
        for command in OpenSwiftDataCommand.configuration.subcommands {
            for example in examples(command) where example.hasPrefix("openswiftdata ") {
                count += 1
                let library = try FilledLibrary()
                let folder = library.folder.url
                try FileManager.default.copyItem(at: library.file, to: folder.appending(path: "other.store"))
                try FileManager.default.copyItem(
                    at: folder.appending(path: ".library_SUPPORT"),
                    to: folder.appending(path: ".other_SUPPORT")
                )
                let arguments = words(example).dropFirst().map { word in
                    switch word {
                    case "STORE", "FILE": library.path
                    case "OTHER", "BACKUP": folder.appending(path: "other.store").path
                    case "mended.store", "rows.jsonl", "monday", "replaced": folder.appending(path: word).path
                    default: word
                    }
                }
                let result = await tool(Array(arguments.prefix { $0 != "|" }))
                #expect(result.status == 0, "\(example): \(result.messages)")
            }
        }
        #expect(count >= 8)
    }

    /// Takes a line apart as a shell does.
    private func words(_ line: String) -> [String] {
        line.matches(of: /"([^"]*)"|([^ ]+)/).map { String($0.1 ?? $0.2 ?? "") }
    }
}
