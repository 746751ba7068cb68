import TestSupport
import Testing

/// Processes that are killed while they save, migrate, read and back up: see Tests/ChildProgram/Kills.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3"))
struct KillTests {
    @Test func whatWasAcknowledgedIsThereAfterAKill() async throws {
        let rounds = Trials.count(200)
        let (text, status) = try await ChildProgram.runAside("kills", ["rounds", "\(rounds)"])
        #expect(status == 0, "\(text)")
        // The seed, how often each thing happened, and the row.
        #expect(text.contains("seed ") && text.hasSuffix("row|kills|\(rounds)|0|0\n"), "\(text)")
        #expect(text.contains("with one more save") || text.contains("as acknowledged"), "\(text)")
    }
}
