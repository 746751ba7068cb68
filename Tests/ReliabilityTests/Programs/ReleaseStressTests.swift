import TestSupport
import Testing

/// Releases models, contexts, observers and actors on other threads while their contexts are at work, in a process of
/// its own: `Tests/ChildProgram/Releases`. `Scripts/release-stress` runs it for longer, with the address sanitizer and in
/// release.
@Suite struct ReleaseStressTests {
    @Test func nothingIsDamagedAndNothingStaysInMemory() async throws {
        let (output, status) = try await ChildProgram.runAside("releases", ["3"])
        #expect(status == 0, "\(output.suffix(2_000))")
        let rounds = try #require(output.split(separator: " ").first.flatMap { Int($0) })
        #expect(rounds > 0)
    }
}
