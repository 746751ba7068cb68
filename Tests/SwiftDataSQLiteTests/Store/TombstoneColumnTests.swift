import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Stores that were written before an attribute was marked `.preserveValueOnDeletion`.
@Suite struct TombstoneColumnTests {
    private let folder: TemporaryFolder

    /// A store without the column for the title of deleted volumes, with a row and a transaction.
    init() throws {
        folder = try TemporaryFolder()
        let library = try Library(folder: folder)
        let context = library.context
        context.insert(Volume("kept"))
        try context.save()
        try library.write("ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE0")
        try library.store.connection.close()
    }

    private func columns(_ library: Library) throws -> [String] {
        try library.rows("SELECT name FROM pragma_table_info('ACHANGE') WHERE name LIKE 'ZTOMBSTONE%'")
    }

    private func tombstones(_ context: ModelContext) throws -> [String?] {
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        return history.flatMap(\.changes).compactMap { change in
            guard case .delete(let delete as DefaultHistoryDelete<Volume>) = change else { return nil }
            return .some(delete.tombstone[\.title] as? String)
        }
    }

    private func deleteVolume(_ context: ModelContext) throws {
        context.delete(try #require(try context.fetch(FetchDescriptor<Volume>()).first))
        try context.save()
    }

    @Test func openingAddsTheColumnsAndDeletionsKeepTheirValues() throws {
        let library = try Library(folder: folder)
        #expect(try columns(library) == ["ZTOMBSTONE0"])
        let context = library.context
        try deleteVolume(context)
        #expect(try tombstones(context) == ["kept"])
        #expect(try library.rows("SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZCHANGETYPE = 2") == ["kept"])
        #expect(try library.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func aReadOnlyStoreStaysAsItIs() throws {
        let before = try folder.contents()
        let library = try Library(folder: folder, allowsSave: false)
        #expect(try columns(library) == [])
        #expect(try library.context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
        #expect(try folder.contents() == before)
    }

    @Test func aStoreWithApplesHashesGetsNoColumn() throws {
        let layout = try Library().store.layout
        let connection = try StoreConnection.file(folder.path("library.store"))
        let hashes = Dictionary(uniqueKeysWithValues: layout.model.entities.map { ($0.name, Data([1, 2, 3])) })
        let list = try StoreMetadata(layout.model, hashes: hashes).propertyList()
        try connection.write { runner in try runner.run("UPDATE Z_METADATA SET Z_PLIST = ?") { $0.blob(list) } }
        try connection.close()
        let library = try Library(folder: folder)
        #expect(try columns(library) == [])
        let context = library.context
        try deleteVolume(context)
        #expect(try tombstones(context) == [nil])
    }
}
