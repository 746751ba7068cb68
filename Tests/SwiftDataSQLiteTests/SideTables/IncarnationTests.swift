import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct IncarnationTests {
    private func filled(_ side: SideLibrary) throws -> StoreIncarnation {
        try side.makeTable()
        _ = try side.save(inserted: [SideLibrary.new(Note.self, ["text": .string("n")])]) { tables, _ in
            try tables.run("INSERT INTO OSD_RECORD VALUES (1, 'a', NULL)")
        }
        return try side.store.incarnation()
    }

    @Test func theIdentityStaysWithTheStore() throws {
        let folder = try TemporaryFolder()
        let first = try filled(SideLibrary(folder: folder))
        let side = try SideLibrary(folder: folder)
        #expect(try side.store.incarnation() == first)
        #expect(first.fileNumber != nil)
        #expect(try side.witness("SELECT IDENTITY FROM OSD_INCARNATION") == first.identity.uuidString)
    }

    @Test func aRestoredStoreHasAnotherIdentityAndTheSameSideTables() throws {
        let side = try SideLibrary()
        let before = try filled(side)
        let backup = side.library.folder.url.appendingPathComponent("backup")
        try side.library.container.backup(to: backup)
        #expect(try side.store.incarnation() == before)
        let path = side.path
        try side.store.connection.close()
        try ModelContainer.restore(from: backup, to: URL(fileURLWithPath: path))
        let restored = try SideLibrary(folder: side.library.folder)
        #expect(try restored.witness("SELECT K, NAME FROM OSD_RECORD") == "1|a")
        #expect(try restored.store.incarnation().identity != before.identity)
    }

    @Test func aFileThatAnotherProgramCopiedGetsAnotherIdentityWithItsRestore() throws {
        let side = try SideLibrary()
        let before = try filled(side)
        let copy = side.library.folder.path("copy.store")
        _ = try side.witness("VACUUM INTO '\(copy)'")
        let path = side.path
        try side.store.connection.close()
        try ModelContainer.restore(from: URL(fileURLWithPath: copy), to: URL(fileURLWithPath: path))
        #expect(try SideLibrary(folder: side.library.folder).store.incarnation().identity != before.identity)
    }

    @Test func anErasureEmptiesSideTables() throws {
        let side = try SideLibrary()
        let before = try filled(side)
        try side.store.erase()
        #expect(try side.witness("SELECT count(*) FROM OSD_RECORD") == "0")
        #expect(try side.store.incarnation().identity != before.identity)
    }
}
