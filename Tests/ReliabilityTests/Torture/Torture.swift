import Foundation
import TestSupport
import Testing

/// `TortureProgram`, run as a process of its own: its file system is SQLite's own there.
enum Torture {
    struct Row {
        let name: String
        let count: Int
        let findings: Int
        let lost: Int
    }

    struct Report {
        let output: String

        private func lines(_ kind: String) -> [[String]] {
            output.split(separator: "\n").map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }.filter { $0.first == kind }
        }

        var rows: [Row] {
            lines("row").compactMap { parts in
                guard parts.count == 5, let count = Int(parts[2]), let findings = Int(parts[3]),
                    let lost = Int(parts[4])
                else { return nil }
                return Row(name: parts[1], count: count, findings: findings, lost: lost)
            }
        }

        var findings: [String] { lines("finding").map { $0.dropFirst().joined(separator: "|") } }
        var events: [[String]] { lines("event").map { Array($0.dropFirst()) } }
        var folder: String? { lines("folder").first?[1] }
    }

    static func program() throws -> URL {
        let products = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let program = products.appendingPathComponent("TortureProgram")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "TortureProgram was not built")
        return program
    }

    static func run(_ arguments: String...) async throws -> Report {
        let (output, status) = try await ChildProcess.runAside(program().path, arguments)
        try #require(status == 0, "\(arguments): \(output.suffix(2_000))")
        return Report(output: output)
    }
}
