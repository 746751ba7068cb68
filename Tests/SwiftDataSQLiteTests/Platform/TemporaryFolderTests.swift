import Foundation
import TestSupport
import Testing

struct TemporaryFolderTests {
    @Test func aFolderGoesWithItsTest() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let url = try #require(folder).url
        #expect(FileManager.default.fileExists(atPath: url.path))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
