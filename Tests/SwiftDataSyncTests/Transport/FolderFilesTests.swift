import Foundation
import TestSupport
import Testing

@testable import SwiftDataSync

/// Files that a system cannot look at.
@Suite struct FolderFilesTests {
    /// A packet that seemed to be missing would not be told, and devices would seem to be equal.
    @Test func aFileThatCannotBeLookedAtIsNotMissing() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: String(repeating: "a", count: 300))
        #expect(throws: SyncTransportError.self) { try FolderFiles.read(file) }
        #expect(try FolderFiles.read(folder.url.appending(path: "missing")) == nil)
        try Data("text".utf8).write(to: folder.file)
        // A file in the place of a folder has nothing below it.
        #expect(try FolderFiles.read(folder.file.appending(path: "below")) == nil)
        #expect(try FolderFiles.read(folder.file) == Data("text".utf8))
    }
}
