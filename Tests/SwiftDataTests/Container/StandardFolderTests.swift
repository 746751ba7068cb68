import Foundation
import SwiftData
import TestSupport
import Testing

/// The folders that Foundation has no names for on Linux.
@Suite struct StandardFolderTests {
    @Test func theFoldersAreThoseOfTheFileManager() throws {
        let manager = FileManager.default
        let folders: [(URL, FileManager.SearchPathDirectory)] = [
            (.documentsDirectory, .documentDirectory), (.applicationSupportDirectory, .applicationSupportDirectory),
            (.cachesDirectory, .cachesDirectory), (.downloadsDirectory, .downloadsDirectory),
        ]
        for (folder, name) in folders {
            #expect(folder.isFileURL && folder.path.hasPrefix("/"))
            if let known = manager.urls(for: name, in: .userDomainMask).first { #expect(folder == known) }
        }
        #expect(URL.libraryDirectory == URL.applicationSupportDirectory)
    }

    /// A program whose data folder is not there yet keeps its store right in it.
    private func status(file: String, data: URL) throws -> Int32 {
        let command = "XDG_DATA_HOME='\(data.path)' '\(try ChildProgram.path)' end '\(data.path)/\(file)' return 2>&1"
        return try ChildProcess.run("sh", ["-c", command]).status
    }

    @Test func aStoreInTheApplicationSupportFolderMakesTheFolder() throws {
        let store = try TemporaryFolder()
        let data = store.url.appendingPathComponent("data", isDirectory: true)
        #expect(try status(file: "Trips.store", data: data) == 0)
        #expect(FileManager.default.fileExists(atPath: data.appendingPathComponent("Trips.store").path))
    }

    @Test func aMissingFolderOfTheUsersIsStillAnError() throws {
        let store = try TemporaryFolder()
        let data = store.url.appendingPathComponent("data", isDirectory: true)
        #expect(try status(file: "Typo/Trips.store", data: data) != 0)
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("Typo").path))
    }
}
