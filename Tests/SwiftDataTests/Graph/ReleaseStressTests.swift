import Foundation
import TestSupport
import Testing

/// Releases models, contexts, observers and actors on other threads while their contexts are at work, in a process of
/// its own: `Tests/ReleaseStress`. `Scripts/release-stress` runs it for longer, with the address sanitizer and in release.
@Suite struct ReleaseStressTests {
    @Test func nothingIsDamagedAndNothingStaysInMemory() throws {
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let file = folder.appendingPathComponent("ReleaseStress")
        try #require(FileManager.default.isExecutableFile(atPath: file.path), "ReleaseStress was not built")
        let (output, status) = try ChildProcess.run(file.path, ["3"])
        #expect(status == 0, "\(output.suffix(2_000))")
        let rounds = try #require(output.split(separator: " ").first.flatMap { Int($0) })
        #expect(rounds > 0)
    }
}
