import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// Stores of Apple's frameworks are edited with models, and handed back.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct ModelEditingTests {
    /// A copy of a sample that may be written.
    private final class Edited {
        let sample: SampleStore

        init(_ name: String) throws { sample = try SampleStore(name) }

        deinit { sample.remove() }

        func sqlite3(_ sql: String) throws -> String {
            try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
        }

        func container(
            _ models: [any PersistentModel.Type],
            _ change: (inout ModelConfiguration) -> Void = { _ in }
        ) throws -> ModelContainer {
            var configuration = ModelConfiguration(url: sample.file)
            change(&configuration)
            return try ModelContainer(for: Schema(models), configurations: [configuration])
        }

        /// Reads the parts of the file that must stay as they are, byte for byte.
        func frame() throws -> String {
            try sqlite3(
                "SELECT hex(Z_PLIST), Z_UUID, hex(Z_CONTENT) FROM Z_METADATA, Z_MODELCACHE; "
                    + "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'Z%' ORDER BY name"
            )
        }
    }

    @Test func aStoreOfCoreDatasIsEditedAndHasAHistoryFromThenOn() throws {
        let file = try Edited("SampleModel_V1.sqlite")
        let before = try file.frame()
        do {
            let context = ModelContext(try file.container(Cars1.models))
            let people = try context.fetch(FetchDescriptor<Cars1.Person>())
            let (edythe, bret) = (
                try #require(people.first { $0.firstName == "Edythe" }),
                try #require(people.first { $0.firstName == "Bret" })
            )
            let car = Cars1.ExpensiveSportCar(numberPlate: "new")
            car.isLimitedEdition = true
            car.color = Palette(bytes: Data([1, 2, 3]))
            car.owner = bret
            context.insert(car)
            edythe.lastName = "Changed"
            context.delete(try #require(people.first { $0.firstName == "Lorayne" }))
            try context.save()
        }
        #expect(try file.frame() == before)
        #expect(
            try file.sqlite3(
                "SELECT Z_PK, Z_ENT, Z_OPT, ZOWNER, ZISLIMITEDEDITION, hex(ZCOLOR) FROM ZCAR WHERE ZNUMBERPLATE = 'new'"
            ) == "126|3|1|4|1|010203"
        )
        #expect(
            try file.sqlite3("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1").hasPrefix(
                "1|126\n2|0\n3|0\n4|20\n16001|"
            )
        )
        #expect(try file.sqlite3("SELECT Z_OPT, ZLASTNAME FROM ZPERSON WHERE Z_PK = 2") == "2|Changed")
        // Inserted the car, updated its owner and Edythe, deleted Lorayne: with the id that the model keeps of her.
        #expect(
            try file.sqlite3("SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZTOMBSTONE0) FROM ACHANGE ORDER BY 1, 2, 3")
                == "0|3|126|\n1|4|2|\n1|4|4|\n2|4|3|C0AF0B667C3F431D8F2EA9EB41B2434A"
        )
        #expect(try file.sqlite3("SELECT count(*) FROM ZPERSON") == "19")
        #expect(try file.sqlite3("PRAGMA integrity_check") == "ok")
        // And the next session reads what the first has kept.
        let context = ModelContext(try file.container(Cars1.models))
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let tombstones = history.flatMap(\.changes).compactMap { change -> UUID? in
            guard case .delete(let deletion as DefaultHistoryDelete<Cars1.Person>) = change else { return nil }
            return deletion.tombstone[\.id] as? UUID
        }
        #expect(tombstones.map(\.uuidString) == ["C0AF0B66-7C3F-431D-8F2E-A9EB41B2434A"])
    }

    @Test func derivedAttributesReachTheModels() throws {
        let file = try Edited("SampleModel2_V2.sqlite")
        let container = try file.container(Library2.models)
        let (context, other) = (ModelContext(container), ModelContext(container))
        let first = FetchDescriptor<Library2.Book>(predicate: #Predicate { $0.title == "title 1 - author 1" })
        let book = try #require(try context.fetch(first).first)
        let watched = try #require(try other.fetch(first).first)
        #expect(book.pagesCount == 99 && watched.pagesCount == 99)
        context.insert(Library2.Page(number: 100, book: book))
        let new = Library2.Book(title: "new", author: book.author)
        context.insert(new)
        for number in 1...3 { context.insert(Library2.Page(number: Int32(number), book: new)) }
        try context.save()
        #expect(book.pagesCount == 100 && new.pagesCount == 3)
        other.processPendingChanges()
        #expect(watched.pagesCount == 100)
        #expect(try file.sqlite3("SELECT ZPAGESCOUNT FROM ZBOOK ORDER BY Z_PK") == "1\n100\n19\n3")
        let insertions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.changes.count {
            if case .insert = $0 { true } else { false }
        }
        #expect(insertions == 5)
        context.delete(new)
        try context.save()
        #expect(try file.sqlite3("SELECT count(*) FROM ZPAGE WHERE ZNUMBER < 4 AND ZBOOK = 4") == "0")
    }

    @Test func orderedRelationshipsAreReadAndKeptInOrder() throws {
        let file = try Edited("coredata-ddg-Bookmarks_V5.sqlite")
        _ = try file.sqlite3(
            "INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZPARENT, Z_FOK_PARENT, ZUUID) "
                + "VALUES (1, 1, 1, 1, NULL, NULL, 'root'), (2, 1, 1, 0, 1, 4096, 'c'), "
                + "(3, 1, 1, 0, 1, 2048, 'a'), (4, 1, 1, 0, 1, 3072, 'b'); "
                + "INSERT INTO Z_1FAVORITES VALUES (1, 2, 2048), (1, 4, 3072), (1, 3, 4096); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 4"
        )
        let before = try file.frame()
        let rootOnly = FetchDescriptor<Bookmarks5.BookmarkEntity>(predicate: #Predicate { $0.isFolder })
        do {
            let context = ModelContext(try file.container([Bookmarks5.BookmarkEntity.self]))
            let root = try #require(try context.fetch(rootOnly).first)
            #expect(root.children.map(\.uuid) == ["a", "b", "c"])
            #expect(root.favorites.map(\.uuid) == ["c", "b", "a"])
            root.children.insert(Bookmarks5.BookmarkEntity(uuid: "d"), at: 0)
            root.children.swapAt(1, 3)
            root.favorites.removeFirst()
            try context.save()
        }
        #expect(try file.frame() == before)
        #expect(
            try file.sqlite3("SELECT ZUUID FROM ZBOOKMARKENTITY WHERE ZPARENT = 1 ORDER BY Z_FOK_PARENT")
                == "d\nc\nb\na"
        )
        #expect(try file.sqlite3("SELECT Z_1FAVORITES FROM Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES") == "4\n3")
        let context = ModelContext(try file.container([Bookmarks5.BookmarkEntity.self]))
        #expect(try context.fetch(rootOnly).first?.children.map(\.uuid) == ["d", "c", "b", "a"])
    }

    @Test func aMirroredStoreIsOnlyReadUnlessTheCallerInsists() throws {
        let file = try Edited("swiftdata-cartkit-v1.sqlite")
        _ = try file.sqlite3(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, ZENTITYPK INTEGER); "
                + "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 3, 1); "
                + "INSERT INTO Z_PRIMARYKEY VALUES (17012, 'NSCKRecordMetadata', 0, 1)"
        )
        let before = try FolderContent(file.sample.folder)
        do {
            let context = ModelContext(try file.container(CartKit.models))
            context.autosaveEnabled = false
            let cart = try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first)
            cart.status = "edited"
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .readOnly && error?.message.contains("CloudKit") == true)
            #expect(throws: StoreError.self) {
                try DynamicStore(url: file.sample.file, allowsSave: true).save { $0.insert("CartModel") }
            }
        }
        #expect(try FolderContent(file.sample.folder) == before)
        do {
            let context = ModelContext(try file.container(CartKit.models) { $0.allowsSavingMirroredStores = true })
            try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first).status = "edited"
            try context.save()
        }
        #expect(try file.sqlite3("SELECT ZSTATUS FROM ZCARTMODEL") == "edited")
        #expect(try file.sqlite3("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1") == "1")
        #expect(try file.sqlite3("SELECT * FROM ANSCKRECORDMETADATA") == "1|3|1")
    }

    /// The class of the user's entity in the model of the file, written by Python.
    private static let renaming = """
        import plistlib, sqlite3, sys, zlib
        file = sqlite3.connect(sys.argv[1])
        content = file.execute('SELECT Z_CONTENT FROM Z_MODELCACHE').fetchone()[0]
        archive = plistlib.loads(zlib.decompress(content, -15))
        objects = archive['$objects']
        objects.append('MyApp.CDUser')
        for entity in objects:
            if isinstance(entity, dict) and 'NSEntityName' in entity:
                entity['NSClassNameForEntity'] = plistlib.UID(len(objects) - 1)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = packer.compress(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)) + packer.flush()
        file.execute('UPDATE Z_MODELCACHE SET Z_CONTENT = ?', (data,))
        file.commit()
        """

    @Test func aClassMayHaveAnotherNameThanItsEntity() throws {
        let file = try Edited("SampleModel3_V1.sqlite")
        try #require(Program.python3).run(["-c", Self.renaming, file.sample.file.path])
        let before = try file.frame()
        do {
            let context = ModelContext(try file.container([CDUser.self]))
            #expect(try context.fetchCount(FetchDescriptor<CDUser>()) == 12)
            let user = try #require(
                try context.fetch(FetchDescriptor<CDUser>(predicate: #Predicate { $0.petName == "Dog_2_1" })).first
            )
            user.petName = "Cat"
            context.insert(CDUser(name: "new"))
            try context.save()
        }
        #expect(try file.frame() == before)
        #expect(try file.sqlite3("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZUSER WHERE Z_PK > 12") == "13|1|1|new")
        #expect(try file.sqlite3("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == "User|13")
        // The name of the entity serves as well.
        let context = ModelContext(try file.container([Pets.User.self]))
        let cats = FetchDescriptor<Pets.User>(predicate: #Predicate { $0.petName == "Cat" })
        #expect(try context.fetch(cats).map(\.name) == ["User_2"])
        #expect(throws: StoreError.self) { try file.container([Pets.Stranger.self]) }
    }
}

/// The class of the entity `User` in an app that has a prefix for such classes.
@Model final class CDUser {
    var name: String
    var petName: String?

    init(name: String) { self.name = name }
}

extension Pets {
    @Model final class Stranger {
        var name: String

        init(name: String) { self.name = name }
    }
}
