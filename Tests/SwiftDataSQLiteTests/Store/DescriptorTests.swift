import Foundation
import TestSupport
import Testing

/// The number of descriptors that stores hold, and the error if the system has no more.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc")) struct DescriptorTests {
    @Test func aContainerThatNobodyReadsHoldsFourDescriptors() throws {
        let folder = try TemporaryFolder()
        let counts = try OpeningProcess.run("descriptors", folder.path("t.store"))
        #expect(counts == ["4", "5"])
    }

    @Test func theLimitIsNamed() throws {
        let folder = try TemporaryFolder()
        let lines = try OpeningProcess.run("limit", folder.path("t.store"))
        let error = try #require(lines.first)
        #expect(error.contains("cannotOpen") && error.contains("EMFILE"))
        #expect(error.contains("RLIMIT_NOFILE"))
        #expect(lines.last == "saved 1")
    }
}
