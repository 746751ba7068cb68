import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Files whose history or metadata are not as this library would make them.
struct ForeignFileTests {
    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
    }

    @Test(
        .enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"),
        arguments: SampleStore.available("own-diary.sqlite", "coredata-cartkit-v1.sqlite")
    )
    func aHistoryOfAnEarlyFormIsLeftAlone(_ file: String) throws {
        let (entity, property) = file == "own-diary.sqlite" ? ("Day", "mood") : ("CDCartItem", "quantity")
        let sample = try SampleStore(file)
        defer { sample.remove() }
        _ = try sqlite3(
            sample,
            "CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER); "
                + "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, ZAUTHOR VARCHAR)"
        )
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let row = try store.identifier(of: entity, primaryKey: 1)
        try store.save { $0.update(row, [property: .integer(7)]) }
        let value = "SELECT Z\(property.uppercased()) FROM Z\(entity.uppercased()) WHERE Z_PK = 1"
        #expect(try sqlite3(sample, "\(value); SELECT count(*) FROM ACHANGE") == "7\n0")
        #expect(try sqlite3(sample, "SELECT count(*) FROM sqlite_master WHERE name = 'ATRANSACTIONSTRING'") == "0")
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func historyTablesThatSomebodyElseMadeMeanwhileMayLackColumns() throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let person = try #require(store.store.model["Person"])
        #expect(!person.tombstones.isEmpty && !store.hasHistory)
        _ = try sqlite3(
            sample,
            "CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, "
                + "ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB); "
                + "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                + "ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, "
                + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR); "
                + "CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                + "ZNAME VARCHAR)"
        )
        let first = try #require(try store.identifiers(of: "Person", limit: 1).first)
        try store.save { $0.delete(first) }
        #expect(try sqlite3(sample, "SELECT count(*) FROM ZPERSON") == "19")
        #expect(try sqlite3(sample, "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 2") == "1")
    }

    @Test(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"), arguments: SharedCart.files)
    func aMirroredFileThatCannotBeReadYetIsNotTakenForAnOrdinaryOne(_ file: String) throws {
        let sample = try SampleStore(file)
        defer { sample.remove() }
        let settings = ConnectionSettings()
        #expect(MirroredStore.isOne(sample.file.path, settings: settings) == false)
        _ = try sqlite3(sample, "CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY)")
        #expect(MirroredStore.isOne(sample.file.path, settings: settings) == true)
        let connection = try StoreConnection.file(sample.file.path)
        #expect(try MirroredStore.isOne(connection))
        try connection.close()
        let damaged = sample.folder.appending(path: "damaged.store")
        try Data(repeating: 7, count: 5_000).write(to: damaged)
        #expect(MirroredStore.isOne(damaged.path, settings: settings) == nil)
    }

    @Test(
        .enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"),
        arguments: ["a large number", "XML"],
        SharedCart.files
    )
    func metadataThatFoundationReadsIsNoObstacle(_ example: String, _ file: String) throws {
        let sample = try SampleStore(file)
        defer { sample.remove() }
        let change = example == "XML" ? "f = plistlib.FMT_XML" : "p['App'] = 2**63 + 5"
        try #require(Program.python3).run([
            "-c",
            """
            import sqlite3, plistlib, sys
            c = sqlite3.connect(sys.argv[1])
            f = plistlib.FMT_BINARY
            p = plistlib.loads(c.execute('SELECT Z_PLIST FROM Z_METADATA').fetchone()[0])
            \(change)
            c.execute('UPDATE Z_METADATA SET Z_PLIST = ?', (plistlib.dumps(p, fmt=f),))
            c.commit()
            c.close()
            """,
            sample.file.path,
        ])
        let before = try sqlite3(sample, "SELECT hex(Z_PLIST) FROM Z_METADATA")
        let context = ModelContext(
            try ModelContainer(for: Schema(CartKit.models), configurations: [ModelConfiguration(url: sample.file)])
        )
        try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first).status = "edited"
        try context.save()
        #expect(try sqlite3(sample, "SELECT ZSTATUS FROM ZCARTMODEL") == "edited")
        #expect(try sqlite3(sample, "SELECT hex(Z_PLIST) FROM Z_METADATA") == before)
        let store = try DynamicStore(url: sample.file)
        let metadata = try store.store.connection.readOnce { try StoreFile.metadata($0, path: "") }
        #expect(!metadata.modelVersionHashes.isEmpty)
        if example == "XML" {
            #expect(throws: Never.self) { try metadata.propertyList() }
        } else {
            // Written anew, it would lack the number.
            #expect(throws: StoreError.self) { try metadata.propertyList() }
        }
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func derivedRowsAreForgottenWithTheWrite() throws {
        let sample = try SampleStore("SampleModel2_V1.sqlite")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        guard case .identifiers(let pages)? = try store.rows(of: "Book", limit: 1).first?["pages"],
            let page = pages.first
        else {
            Issue.record("the book has no pages")
            return
        }
        try store.save { $0.delete(page) }
        let left = try store.store.connection.writeWithoutTransaction(mayCommit: false) {
            DerivedRows.take($0.database)
        }
        #expect(left.isEmpty)
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
    func aNewMemberOfAnOrderedRelationshipComesLast() throws {
        let sample = try SampleStore("coredata-ddg-Bookmarks_V4.sqlite")
        defer { sample.remove() }
        typealias Bookmark = Bookmarks4.BookmarkEntity
        let container = try ModelContainer(
            for: Schema([Bookmark.self]),
            configurations: [ModelConfiguration(url: sample.file)]
        )
        let first = ModelContext(container)
        let root = Bookmark(uuid: "root", isFolder: true)
        first.insert(root)
        root.children = [Bookmark(uuid: "1"), Bookmark(uuid: "2")]
        root.favorites = [root]
        try first.save()
        let second = ModelContext(container)
        let same = try #require(second.model(for: root.persistentModelID) as? Bookmark)
        let new = Bookmark(uuid: "3")
        second.insert(new)
        new.parent = same
        new.favoriteFolders = [same]
        try second.save()
        // Core Data's order is that of the positions, NULL before all.
        let children = "SELECT ZUUID FROM ZBOOKMARKENTITY WHERE ZPARENT IS NOT NULL ORDER BY Z_FOK_PARENT"
        #expect(try sqlite3(sample, children) == "1\n2\n3")
        let favorites =
            "SELECT ZUUID FROM Z_1FAVORITES JOIN ZBOOKMARKENTITY ON Z_PK = Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES"
        #expect(try sqlite3(sample, favorites) == "root\n3")
        #expect(try sqlite3(sample, "SELECT count(*) FROM Z_1FAVORITES WHERE Z_FOK_1FAVORITES IS NULL") == "0")
    }

    @Test(arguments: [
        (0.00005, "2001-01-01T00:00:00.00005Z"), (0.000055, "2001-01-01T00:00:00.000055Z"),
        (0.25, "2001-01-01T00:00:00.25Z"), (-0.25, "2000-12-31T23:59:59.75Z"), (0, "2001-01-01T00:00:00Z"),
    ])
    func aDateJustAfterAFullSecondIsText(_ interval: Double, _ expected: String) {
        #expect(JSONText.date(Date(timeIntervalSinceReferenceDate: interval)) == "\"\(expected)\"")
    }

    @Test(.enabled(if: Program.python3 != nil, "needs python3"))
    func anArrayOfAnArchiveKeepsItsPlaces() throws {
        // ["a", nil, "b"]: the first object of an archive stands for nil.
        let script = """
            import plistlib, sys
            U = plistlib.UID
            objects = ['$null', {'NS.objects': [U(2), U(0), U(3)], '$class': U(4)}, 'a', 'b', {'$classname': 'NSArray'}]
            archive = {'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': U(1)}, '$objects': objects}
            print(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY).hex())
            """
        let text = try #require(Program.python3).run(["-c", script]).trimmingCharacters(in: .newlines)
        var bytes = Data()
        var digits = Substring(text)
        while digits.count >= 2 {
            bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
            digits = digits.dropFirst(2)
        }
        #expect(ArchiveText(bytes)?.text == #"["a",null,"b"]"#)
    }
}
