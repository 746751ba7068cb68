#if PostgreSQL
import ArgumentParser
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataTesting

/// `PostgresProgram script`: does steps of random scripts in the tables that another process uses.
struct ScriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Does a step of a script for each line of the standard input.",
        discussion: """
            A line is a JSON array: the PostgreSQL schema, and the step. The answer is an array as well: "done" and a text, \
            "refused", or "failed" and the error. The tables stay open until a line names others, or has no step.
            """
    )

    @Option(help: "The connection string of the server.")
    var url: String

    func run() throws {
        var opened: (namespace: String, container: ModelContainer)?
        while let line = readLine() {
            let words = try JSONDecoder().decode([String].self, from: Data(line.utf8))
            guard words.count > 1 else {
                opened = nil
                try answer(["done", ""])
                continue
            }
            do {
                let known = opened?.namespace == words[0] ? opened?.container : nil
                let container = try known ?? container(words[0])
                opened = (words[0], container)
                let text = try ScriptProgram.perform(Array(words.dropFirst()), in: container)
                try answer(text.map { ["done", $0] } ?? ["refused"])
            } catch {
                try answer(["failed", "\(error)"])
            }
        }
    }

    private func container(_ namespace: String) throws -> ModelContainer {
        let schema = ScriptProgram.schema
        return try ModelContainer(
            for: schema,
            configurations: [PostgresConfiguration(url, schema: schema, namespace: namespace)]
        )
    }

    private func answer(_ words: [String]) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(words) + Data("\n".utf8))
    }
}
#endif
