import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Files that are taken away or cut off under an open container: the next save says so, and keeps what is pending.
@Suite struct LostFileTests {
    private let library: Library
    private let context: ModelContext
    private var path: String { library.folder.path("library.store") }

    init() throws {
        library = try Library()
        context = library.context
        context.insert(Note("first"))
        try context.save()
        context.insert(Note("second"))
    }

    private func expectRefusal(_ codes: StoreError.Code..., sourceLocation: SourceLocation = #_sourceLocation) {
        let error = code { try context.save() }
        #expect(error.map(codes.contains) == true, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(context.hasChanges, sourceLocation: sourceLocation)
        #expect(context.insertedModelsArray.count == 1, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func aSaveNoticesThatAFileIsGone(_ suffix: String) throws {
        try FileManager.default.removeItem(atPath: path + suffix)
        expectRefusal(.fileMoved)
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func aSaveNoticesThatAFileWasReplaced(_ suffix: String) throws {
        let file = path + suffix
        try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".copy", toPath: file)
        expectRefusal(.fileMoved)
    }

    @Test(arguments: [("", 0), ("", 4096), ("-wal", 0), ("-wal", 100)])
    func aSaveNoticesThatAFileWasCutOff(_ suffix: String, _ length: UInt64) throws {
        // What is in the -wal alone cannot be missing in the file.
        if suffix.isEmpty {
            try library.store.connection.writeWithoutTransaction { try $0.run("PRAGMA wal_checkpoint") }
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + suffix))
        try file.truncate(atOffset: length)
        try file.close()
        expectRefusal(.fileMoved, .notADatabase)
    }

    @Test func whatWasSavedBeforeIsThereAfterTheLogWasDeleted() throws {
        let folder = library.folder
        try FileManager.default.removeItem(atPath: path + "-wal")
        expectRefusal(.fileMoved)
        try library.store.connection.close()
        #expect(try OddFiles.sqlite3(folder.path("library.store"), "SELECT ZTEXT FROM ZNOTE") == "first")
        #expect(try OddFiles.sqlite3(folder.path("library.store"), "PRAGMA integrity_check") == "ok")
    }

    @Test func aSecondContainerIsToldWhyItCannotOpenAStoreWithoutItsLog() throws {
        try FileManager.default.removeItem(atPath: path + "-wal")
        let error = #expect(throws: StoreError.self) { _ = try Library(folder: library.folder) }
        #expect(error?.code == .fileMoved)
        #expect(error?.message.contains("-wal") == true)
    }

}
