import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// New rows of one class are written by one statement. Written one save after the other, they are written each by one
/// of its own, and the file must be the same.
@Suite struct WrittenTogetherTests {
    /// Values of every type, the unusual ones too.
    private var values: [Kinds.Values] {
        var all = [Kinds.Values](repeating: Kinds.Values(), count: 6)
        all[1].double = .nan
        all[1].float = -.infinity
        all[1].decimal = Decimal(string: "-0.1") ?? 0
        all[2].string = "a\u{0}b"
        all[2].data = Data()
        all[2].strings = []
        all[3].string = String(repeating: "ä", count: 100_000)
        all[3].uint64 = UInt64(Int64.max) + 1
        all[4].string = ""
        all[4].address.number = 7
        all[4].shape = .circle(radius: 2)
        all[4].blob = Data([1])
        all[5].mood = .calm
        all[5].dictionary = [:]
        return all
    }

    /// Every column but those that name files or hold the order of a set.
    private static let columns =
        "SELECT Z_PK, Z_ENT, Z_OPT, ZBOOL, ZINT, ZINT8, ZINT64, quote(ZUINT), quote(ZUINT64), quote(ZFLOAT), quote(ZDOUBLE), "
        + "quote(ZDECIMAL), hex(ZSTRING), ZDATE, hex(ZUUID), ZURL, quote(ZDATA), ZCOLOUR, ZLEVEL, hex(ZSTRINGS), "
        + "hex(ZRENAMED) FROM ZKINDS ORDER BY Z_PK"

    private static let history = "SELECT Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, quote(ZCOLUMNS) FROM ACHANGE"

    @Test func rowsWrittenTogetherAreTheSameAsRowsWrittenEachByItself() throws {
        let (together, apart) = (try TemporaryFolder(), try TemporaryFolder())
        let first = ModelContext(try together.container(for: Kinds.self))
        for values in values { first.insert(Kinds(values)) }
        try first.save()
        let second = ModelContext(try apart.container(for: Kinds.self))
        for values in values {
            second.insert(Kinds(values))
            try second.save()
        }
        for query in [Self.columns, Self.history] {
            let rows = try together.sqlite3(query)
            #expect(rows.split(separator: "\n").count == values.count)
            #expect(try rows == apart.sqlite3(query))
        }
        let read = ModelContext(try together.container(for: Kinds.self))
        let models = try read.fetch(FetchDescriptor<Kinds>()).sorted { $0.persistentModelID < $1.persistentModelID }
        for (model, expected) in zip(models, values) where !expected.double.isNaN { #expect(model.values == expected) }
        #expect(models[1].double.isNaN && models[1].float == -.infinity)
    }

    @Test func relationshipsToRowsOfTheSameSaveAndOfAnEarlierOneLeadThere() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Animal.self, Dog.self, Cat.self, Person.self))
        let old = Person(name: "old")
        context.insert(old)
        try context.save()
        let new = Person(name: "new")
        for number in 0..<40 {
            context.insert(
                Dog(name: "\(number)", breed: "", owner: number % 3 == 0 ? nil : number % 3 == 1 ? old : new)
            )
            // Rows of one table, but of another class.
            if number % 10 == 9 { context.insert(Cat(name: "cat \(number)")) }
        }
        try context.save()
        let dogs = try store.sqlite3(
            "SELECT coalesce(p.ZNAME, ''), count(*) FROM ZANIMAL a LEFT JOIN ZPERSON p ON p.Z_PK = a.ZOWNER "
                + "WHERE a.ZBREED = '' GROUP BY 1 ORDER BY 1"
        )
        #expect(dogs == "|14\nnew|13\nold|13")
        #expect(try store.sqlite3("SELECT count(*), count(DISTINCT Z_ENT) FROM ZANIMAL") == "44|2")
        #expect(try store.sqlite3("SELECT ZLIVES FROM ZANIMAL WHERE ZNAME LIKE 'cat%'") == "9\n9\n9\n9")
        #expect(
            try store.sqlite3(
                "SELECT count(*) FROM ZANIMAL a JOIN ACHANGE c ON c.ZENTITY = a.Z_ENT AND c.ZENTITYPK = a.Z_PK "
                    + "AND c.ZCHANGETYPE = 0"
            ) == "44"
        )
    }

    /// A row with the unique values of a stored one, or of another new one, among other rows: at the beginning, in the
    /// middle and at the end.
    @Test(arguments: [[0], [7], [19], [0, 1, 2], [3, 9, 10, 19], Array(0..<20)])
    func newRowsThatTurnOutToBeStoredOnesBecomeUpdates(_ clashing: [Int]) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        let before = ModelContext(container)
        for number in clashing { before.insert(Tag(name: "\(number)", weight: -1)) }
        try before.save()
        let keys = try store.sqlite3("SELECT ZNAME, Z_PK FROM ZTAG ORDER BY Z_PK")
        let context = ModelContext(container)
        let tags = (0..<20).map { Tag(name: "\($0)", weight: $0) }
        for tag in tags { context.insert(tag) }
        let twice = Tag(name: "twice", weight: 1)
        context.insert(twice)
        context.insert(Tag(name: "twice", weight: 2))
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZTAG") == "21")
        #expect(try store.sqlite3("SELECT count(*) FROM ZTAG WHERE ZNAME = ZWEIGHT") == "20")
        #expect(try store.sqlite3("SELECT ZWEIGHT FROM ZTAG WHERE ZNAME = 'twice'") == "2")
        let names = clashing.map { "'\($0)'" }.joined(separator: ", ")
        #expect(
            try store.sqlite3("SELECT ZNAME, Z_PK FROM ZTAG WHERE ZNAME IN (\(names)) ORDER BY Z_PK") == keys,
            "Stored rows keep their keys."
        )
        let reported = try store.sqlite3(
            "SELECT ZCHANGETYPE, count(*) FROM ACHANGE WHERE ZTRANSACTIONID = 2 GROUP BY 1 ORDER BY 1"
        )
        #expect(reported == "0|\(21 - clashing.count)\n1|\(clashing.count)")
        for tag in tags { #expect(tag.name == "\(tag.weight)") }
    }

    /// A refusal by a trigger of another program: of which kind, when, and for which row.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let kind: String
        let time: String
        let place: Int
        var testDescription: String { "\(time) \(kind) at \(place)" }

        static let all = ["ABORT", "FAIL", "ROLLBACK"].flatMap { kind in
            ["BEFORE", "AFTER"].flatMap { time in [0, 30, 49].map { Refusal(kind: kind, time: time, place: $0) } }
        }
    }

    @Test(arguments: Refusal.all)
    func aSaveThatFailsAmongManyRowsLeavesTheStoreAndTheChangesAsTheyWere(_ refusal: Refusal) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        let context = ModelContext(container)
        let tags = (0..<50).map { Tag(name: "\($0)", weight: $0) }
        for tag in tags { context.insert(tag) }
        _ = try store.sqlite3(
            "CREATE TRIGGER refuse \(refusal.time) INSERT ON ZTAG WHEN NEW.ZWEIGHT = \(refusal.place) "
                + "BEGIN SELECT raise(\(refusal.kind), 'no'); END"
        )
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect((error as? StoreError)?.entityName == "Tag")
        // A trigger that undoes what it refuses leaves the rows to be tried one by one.
        if refusal.kind == "ABORT" {
            #expect((error as? StoreError)?.persistentModelID == tags[refusal.place].persistentModelID)
        }
        #expect(try store.sqlite3("SELECT (SELECT count(*) FROM ZTAG), (SELECT count(*) FROM ACHANGE)") == "0|0")
        #expect(context.insertedModelsArray.count == 50)
        _ = try store.sqlite3("DROP TRIGGER refuse")
        try context.save()
        #expect(try store.sqlite3("SELECT count(*), sum(ZWEIGHT) FROM ZTAG") == "50|1225")
        #expect(try store.sqlite3("SELECT count(*), min(ZENTITYPK), max(ZENTITYPK) FROM ACHANGE") == "50|1|50")
    }

    /// A conflict clause within a trigger keeps its effect, for one row that is saved and for many.
    @Test(arguments: [1, 2, 20])
    func conflictClausesWithinTriggersStay(count: Int) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Tag>())
        _ = try store.sqlite3(
            "CREATE TABLE TOLD (WEIGHT UNIQUE); "
                + "CREATE TRIGGER tell AFTER INSERT ON ZTAG "
                + "BEGIN INSERT OR IGNORE INTO TOLD VALUES (NEW.ZWEIGHT % 2); END"
        )
        let context = ModelContext(container)
        for number in 0..<count { context.insert(Tag(name: "\(number)", weight: number)) }
        try context.save()
        #expect(
            try store.sqlite3("SELECT (SELECT count(*) FROM ZTAG), (SELECT count(*) FROM TOLD)")
                == "\(count)|\(min(count, 2))"
        )
    }

    /// A refusal by another table is an error, also where it is of the last row.
    @Test func aTriggerThatFailsForTheLastRowFailsTheSave() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Tag>())
        _ = try store.sqlite3(
            "CREATE TABLE TOLD (NAME UNIQUE); INSERT INTO TOLD VALUES ('9'); "
                + "CREATE TRIGGER tell AFTER INSERT ON ZTAG BEGIN INSERT INTO TOLD VALUES (NEW.ZNAME); END"
        )
        let context = ModelContext(container)
        for number in 0..<10 { context.insert(Tag(name: "\(number)", weight: number)) }
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try store.sqlite3("SELECT (SELECT count(*) FROM ZTAG), (SELECT count(*) FROM TOLD)") == "0|1")
        #expect(context.hasChanges)
    }

    /// A file of Core Data's may have triggers. SQLite then reads all rows before it writes the first.
    @Test func rowsOfATableWithTriggersAreWrittenTogetherToo() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        let before = ModelContext(container)
        before.insert(Tag(name: "5", weight: -1))
        try before.save()
        _ = try store.sqlite3(
            "CREATE TABLE TOLD (NAME); "
                + "CREATE TRIGGER tell AFTER INSERT ON ZTAG BEGIN INSERT INTO TOLD VALUES (NEW.ZNAME); END"
        )
        let context = ModelContext(container)
        for number in 0..<20 { context.insert(Tag(name: "\(number)", weight: number)) }
        try context.save()
        #expect(try store.sqlite3("SELECT count(*), sum(ZWEIGHT) FROM ZTAG") == "20|190")
        #expect(try store.sqlite3("SELECT count(*), count(DISTINCT NAME) FROM TOLD") == "19|19")
        #expect(
            try store.sqlite3("SELECT count(*), sum(ZCHANGETYPE) FROM ACHANGE WHERE ZTRANSACTIONID = 2") == "20|1"
        )
    }

    @Test func nobodyReadsRowsOfMemoryBySQL() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Tag.self)
        let access = try #require(container.core.stores.first as? TrustedStore<DefaultStore>).store
        #expect(throws: (any Error).self) {
            try access.connection.write { try $0.run("SELECT * FROM openswiftdata_rows") }
        }
        let counts = try ["1", "NULL", "'x'", "x'00'"].map { value in
            try access.connection.write { try $0.integer("SELECT count(*) FROM openswiftdata_rows(\(value))") }
        }
        #expect(counts == [0, 0, 0, 0])
    }
}
