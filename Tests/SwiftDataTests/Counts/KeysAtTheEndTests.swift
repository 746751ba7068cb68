import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// Many new rows at the end of a table are numbered by SQLite, which must give them the keys that their models have.
@Suite struct KeysAtTheEndTests {
    private func insert(_ names: some Sequence<String>, _ context: ModelContext) throws -> [Person] {
        let people = names.map { Person(name: $0) }
        for person in people { context.insert(person) }
        try context.save()
        return people
    }

    /// The rows as the models know them.
    private func expected(_ people: [Person]) -> String {
        people.map { ($0.persistentModelID.row ?? 0, $0.name) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)|\($0.1)" }.joined(separator: "\n")
    }

    private static let rows = "SELECT Z_PK, ZNAME FROM ZPERSON ORDER BY Z_PK"

    /// The statements that wrote many rows, and whether they name the keys.
    private func namesKeys(_ recorder: StatementRecorder, table: String) -> [Bool] {
        recorder.statements.filter { $0.contains("INTO \(table) ") && $0.contains("SELECT") }
            .map { $0.prefix { $0 != ")" }.contains("Z_PK") }
    }

    @Test func rowsHaveTheKeysOfTheirModels() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Person.self)
        let context = ModelContext(container)
        let recorder = StatementRecorder(container)
        let first = try insert((0..<200).map { "first \($0)" }, context)
        let second = try insert((0..<200).map { "second \($0)" }, context)
        #expect(namesKeys(recorder, table: "ZPERSON") == [false, false])
        #expect(namesKeys(recorder, table: "ACHANGE") == [false, false])
        #expect(try store.sqlite3(Self.rows) == expected(first + second))
        let reported = "SELECT count(*), min(Z_PK), max(Z_PK), sum(Z_PK = ZENTITYPK) FROM ACHANGE WHERE ZCHANGETYPE = 0"
        #expect(try store.sqlite3(reported) == "400|1|400|400")
        #expect(try store.sqlite3("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'") == "400")
    }

    @Test func keysOfRowsThatAreGoneAreNotGivenAgain() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Person.self))
        let first = try insert((0..<100).map { "first \($0)" }, context)
        for person in first[60...] { context.delete(person) }
        // In the save that deletes the last rows, and in one after it.
        let second = try insert((0..<100).map { "second \($0)" }, context)
        for person in second { context.delete(person) }
        try context.save()
        _ = try store.sqlite3("DELETE FROM ACHANGE")
        let third = try insert((0..<100).map { "third \($0)" }, context)
        #expect(third.first?.persistentModelID.row == 201)
        #expect(try store.sqlite3(Self.rows) == expected(Array(first[..<60]) + third))
        #expect(try store.sqlite3("SELECT count(*), min(Z_PK), max(Z_PK) FROM ACHANGE") == "100|341|440")
    }

    /// A row that a trigger of another program leaves out takes no key from the next one.
    @Test func aTriggerThatLeavesARowOutMovesNoOther() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Person.self)
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Person>())
        _ = try store.sqlite3(
            "CREATE TRIGGER leave BEFORE INSERT ON ZPERSON WHEN NEW.ZNAME = '50' BEGIN SELECT raise(IGNORE); END"
        )
        let people = try insert((0..<100).map { "\($0)" }, ModelContext(container))
        #expect(try store.sqlite3(Self.rows) == expected(people.filter { $0.name != "50" }))
    }

    /// Nor does one that a constraint leaves out, which only another program's table can have.
    @Test func aConstraintThatLeavesARowOutMovesNoOther() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Person.self)
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Person>())
        let table = try store.sqlite3("SELECT sql FROM sqlite_master WHERE name = 'ZPERSON'")
        let changed = table.replacing("ZNAME VARCHAR", with: "ZNAME VARCHAR UNIQUE ON CONFLICT IGNORE")
        #expect(changed != table)
        _ = try store.sqlite3("DROP TABLE ZPERSON; \(changed)")
        let people = try insert((0..<100).map { $0 == 50 ? "49" : "\($0)" }, ModelContext(container))
        #expect(try store.sqlite3(Self.rows) == expected(people.enumerated().filter { $0.offset != 50 }.map(\.element)))
    }

    /// Another program's table, whose keys are an ordinary column, or are never given again.
    @Test(arguments: ["INT PRIMARY KEY", "INTEGER PRIMARY KEY DESC", "INTEGER PRIMARY KEY AUTOINCREMENT"])
    func aTableThatIsNumberedOtherwiseHasTheKeysOfTheModels(_ kind: String) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Person.self)
        _ = try ModelContext(container).fetchCount(FetchDescriptor<Person>())
        let table = try store.sqlite3("SELECT sql FROM sqlite_master WHERE name = 'ZPERSON'")
        let changed = table.replacing("INTEGER PRIMARY KEY", with: kind)
        #expect(changed != table)
        _ = try store.sqlite3("DROP TABLE ZPERSON; \(changed)")
        // A key that was used and is gone, which a table may remember.
        _ = try store.sqlite3("INSERT INTO ZPERSON (Z_PK) VALUES (5000); DELETE FROM ZPERSON")
        let context = ModelContext(container)
        let recorder = StatementRecorder(container)
        let people = try insert((0..<200).map { "\($0)" }, context) + insert((200..<400).map { "\($0)" }, context)
        #expect(namesKeys(recorder, table: "ZPERSON") == [true, true])
        #expect(try store.sqlite3(Self.rows) == expected(people))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Person>()) == 400)
    }

    /// A trigger of another program may empty the history before the changes are told.
    @Test func aTriggerThatTakesTheHistoryAwayMakesNoNumberUsedTwice() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Person.self)
        let context = ModelContext(container)
        _ = try insert((0..<200).map { "first \($0)" }, context)
        _ = try store.sqlite3(
            "CREATE TRIGGER prune AFTER INSERT ON ATRANSACTION BEGIN DELETE FROM ACHANGE; END"
        )
        _ = try insert((0..<200).map { "second \($0)" }, ModelContext(container))
        #expect(try store.sqlite3("SELECT count(*), min(Z_PK), max(Z_PK) FROM ACHANGE") == "200|201|400")
    }

    /// Many insertions, which SQLite numbers, and single changes with numbers of ours in one history.
    @Test func whatOneSaveTellsIsInOrder() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Person.self))
        let first = try insert((0..<150).map { "first \($0)" }, context)
        first[3].name = "changed"
        context.delete(first[7])
        context.delete(first[11])
        _ = try insert((0..<150).map { "second \($0)" }, context)
        let reported =
            "SELECT ZCHANGETYPE, count(*), max(Z_PK) - min(Z_PK) + 1 FROM ACHANGE WHERE ZTRANSACTIONID = 2 "
            + "GROUP BY ZCHANGETYPE ORDER BY min(Z_PK)"
        #expect(try store.sqlite3(reported) == "0|150|150\n1|1|1\n2|2|2")
        #expect(try store.sqlite3("SELECT min(Z_PK), max(Z_PK) FROM ACHANGE WHERE ZTRANSACTIONID = 2") == "151|303")
    }

    /// Rows of classes that share a table, one of each after the other, and several.
    @Test(arguments: [1, 3, 100])
    func rowsOfClassesThatAlternateHaveTheKeysOfTheirModels(_ run: Int) throws {
        let store = try TemporaryFolder()
        let context = ModelContext(
            try store.container(for: Animal.self, Dog.self, Cat.self, Person.self)
        )
        var animals: [Animal] = []
        for number in 0..<300 {
            let isDog = number / run % 2 == 0
            let animal: Animal = isDog ? Dog(name: "dog \(number)", breed: "", owner: nil) : Cat(name: "cat \(number)")
            context.insert(animal)
            animals.append(animal)
        }
        let recorder = StatementRecorder(context.container)
        try context.save()
        let named = namesKeys(recorder, table: "ZANIMAL")
        #expect(run == 1 ? named.isEmpty : named.count == 300 / run && !named.contains(true))
        let expected = animals.map { ($0.persistentModelID.row ?? 0, $0.name) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)|\($0.1)" }
        #expect(
            try store.sqlite3("SELECT Z_PK, ZNAME FROM ZANIMAL ORDER BY Z_PK").split(separator: "\n").map(String.init)
                == expected
        )
        #expect(
            try store.sqlite3(
                "SELECT count(*) FROM ZANIMAL a JOIN Z_PRIMARYKEY p ON p.Z_ENT = a.Z_ENT "
                    + "WHERE a.ZNAME LIKE lower(p.Z_NAME) || ' %'"
            ) == "300"
        )
    }
}
