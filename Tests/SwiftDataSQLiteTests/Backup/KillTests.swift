import Foundation
import TestSupport
import Testing

/// Processes that are killed while they save, migrate, read and back up: see Tests/KillProgram.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct KillTests {
    @Test func whatWasAcknowledgedIsThereAfterAKill() throws {
        let products = Bundle.main.bundleURL.resolvingSymlinksInPath()
        let folders = [products, products.deletingLastPathComponent()]
        let program = try #require(
            folders.lazy.compactMap { Program(at: $0.appending(path: "KillProgram")) }.first,
            "KillProgram was not built"
        )
        let rounds = Trials.count(200)
        let process = Process()
        let output = Pipe()
        process.executableURL = program.url
        process.arguments = ["rounds", "\(rounds)"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        // The seed, how often each thing happened, and the row.
        #expect(text.contains("seed ") && text.hasSuffix("row|kills|\(rounds)|0|0\n"), "\(text)")
        #expect(text.contains("with one more save") || text.contains("as acknowledged"), "\(text)")
    }
}
