import ArgumentParser
import Foundation
import Workloads

/// The short table of `docs/performance.md`.
struct Table: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a short table of a run, from the file that --json wrote.",
        discussion: "With --readme, the table stands in that file instead, between the lines that mark its place."
    )

    @Argument(help: "The file.")
    var file: String

    @Option(help: "A Markdown file whose table is replaced.")
    var readme: String?

    private static let beginning = "<!-- benchmarks table -->"
    private static let end = "<!-- end of benchmarks table -->"

    func run() throws {
        let table = try BenchmarkReport(json: Data(contentsOf: URL(fileURLWithPath: file))).summary()
        guard let readme else { return print(table) }
        let text = try String(contentsOfFile: readme, encoding: .utf8)
        guard let start = text.range(of: Self.beginning + "\n"), let end = text.range(of: Self.end),
            start.upperBound <= end.lowerBound
        else { throw ValidationError("\(readme) has no lines \(Self.beginning) and \(Self.end).") }
        let new = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "\n\(table)\n\n")
        try new.write(toFile: readme, atomically: true, encoding: .utf8)
    }
}
