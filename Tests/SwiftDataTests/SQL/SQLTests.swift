import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Statements in SQL that read, against plain Swift over the fetched models.
@Suite struct SQLTests {
    private func context(_ folder: TemporaryFolder, count: Int = 40) throws -> ModelContext {
        let context = ModelContext(try StorePlace.file.container(folder, Account.self, Booking.self))
        context.autosaveEnabled = false
        var random = ScriptRandom(seed: 21)
        let accounts = ["b", "a", "it's; DROP TABLE ZBOOKING --", "é"].map { Account(name: $0, level: $0.count) }
        for account in accounts { context.insert(account) }
        for number in 0..<count {
            let booking = Booking(number: number, &random)
            context.insert(booking)
            booking.account = number % 3 == 0 ? nil : accounts[number % 4]
        }
        try context.save()
        return context
    }

    @Test func columnsAreTyped() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let all = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)]))
        let rows = try context.sql(
            """
            SELECT \(\Booking.number), \(\Booking.amount), \(\Booking.fee), \(\Booking.weight), \(\Booking.share), \
            \(\Booking.note), \(\Booking.label), \(\Booking.date), \(\Booking.done), \(\Booking.kind), \(\Booking.token), \
            \(\Booking.isOpen), \(\Booking.big) FROM \(Booking.self) ORDER BY \(\Booking.number)
            """,
            as: (
                Int, Decimal, Decimal?, Double, Float?, String, String?, Date, Date?, BookingKind, UUID, Bool, UInt64
            ).self
        )
        #expect(rows.map(\.0) == all.map(\.number))
        #expect(rows.map(\.1) == all.map(\.amount))
        #expect(rows.map(\.2) == all.map(\.fee))
        #expect(rows.map(\.3) == all.map(\.weight))
        #expect(rows.map(\.4) == all.map(\.share))
        #expect(rows.map(\.5) == all.map(\.note))
        #expect(rows.map(\.6) == all.map(\.label))
        #expect(rows.map(\.7) == all.map(\.date))
        #expect(rows.map(\.8) == all.map(\.done))
        #expect(rows.map(\.9) == all.map(\.kind))
        #expect(rows.map(\.10) == all.map(\.token))
        #expect(rows.map(\.11) == all.map(\.isOpen))
        #expect(rows.map(\.12) == all.map(\.big))
    }

    @Test func valuesAreBound() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let all = try context.fetch(FetchDescriptor<Booking>())
        let accounts = try context.fetch(FetchDescriptor<Account>())
        for account in accounts {
            let name = account.name
            let found = try context.sql(
                "SELECT count(*) FROM \(Booking.self) JOIN \(Account.self) ON \(\Booking.account) = \(key: Account.self) WHERE \(\Account.name) = \(name)",
                as: Int.self
            )
            #expect(found == [all.count { $0.account?.name == name }])
            let direct = try context.sql(
                "SELECT count(*) FROM \(Booking.self) WHERE \(\Booking.account) = \(account)",
                as: Int.self
            )
            #expect(direct == found)
        }
        let limit = try #require(all.map(\.date).sorted().dropFirst(10).first)
        let dates = try context.sql(
            "SELECT count(*) FROM \(Booking.self) WHERE \(\Booking.date) < \(limit)",
            as: Int.self
        )
        #expect(dates == [10])
        let numbers = [3, 5, 700]
        #expect(
            try context.sql(
                "SELECT \(\Booking.number) FROM \(Booking.self) WHERE \(\Booking.number) IN \(numbers) ORDER BY 1",
                as: Int.self
            )
                == [3, 5]
        )
        let none: [Int] = []
        #expect(
            try context.sql("SELECT 1 FROM \(Booking.self) WHERE \(\Booking.number) IN \(none)", as: Int.self).isEmpty
        )
        let kind = BookingKind.spending
        #expect(
            try context.sql("SELECT count(*) FROM \(Booking.self) WHERE \(\Booking.kind) = \(kind)", as: Int.self)
                == [all.count { $0.kind == kind }]
        )
        let two = Array(accounts.prefix(2))
        #expect(
            try context.sql("SELECT count(*) FROM \(Booking.self) WHERE \(\Booking.account) IN \(two)", as: Int.self)
                == [all.count { booking in two.contains { $0 === booking.account } }]
        )
    }

    @Test func truthValuesAreThoseOfColumns() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let even = try context.sql(
            "SELECT \(\Booking.number) FROM \(Booking.self) WHERE (\(\Booking.number) % 2 = 0) = \(true) AND \(\Booking.number) < \(5)",
            as: Int.self
        )
        #expect(even.sorted() == [0, 2, 4])
        let odd = try context.sql(
            "SELECT \(\Booking.number) FROM \(Booking.self) WHERE (\(\Booking.number) % 2 = 0) IN \([false]) AND \(\Booking.number) < \(5)",
            as: Int.self
        )
        #expect(odd.sorted() == [1, 3])
    }

    @Test func modelsComeFromTheirKeys() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        let all = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)]))
        let bookings = try context.sql(
            "SELECT \(key: Booking.self) FROM \(Booking.self) WHERE \(\Booking.number) % 2 = 0 ORDER BY \(\Booking.number) DESC",
            as: Booking.self
        )
        let expected = Array(all.filter { $0.number % 2 == 0 }.reversed())
        #expect(bookings.count == expected.count)
        #expect(zip(bookings, expected).allSatisfy { $0 === $1 })
        let pairs = try context.sql(
            "SELECT \(\Booking.number), \(\Booking.account) FROM \(Booking.self) ORDER BY 1",
            as: (Int, Account?).self
        )
        #expect(zip(pairs, all).allSatisfy { $0.1 === $1.account })
        // A table twice.
        let neighbours = try context.sql(
            """
            SELECT \(\Booking.number, of: "a"), \(\Booking.number, of: "b") FROM \(Booking.self, as: "a") \
            JOIN \(Booking.self, as: "b") ON \(\Booking.number, of: "b") = \(\Booking.number, of: "a") + 1 ORDER BY 1
            """,
            as: (Int, Int).self
        )
        #expect(neighbours.map(\.0) == Array(0..<39))
        #expect(neighbours.map(\.1) == Array(1..<40))
    }

    @Test func rowsOfSubclassesBelongToTheTable() throws {
        let context = try memoryContext(Animal.self, Dog.self, Cat.self, Person.self)
        context.insert(Dog(name: "Rex", breed: "any"))
        context.insert(Cat(name: "Minka"))
        try context.save()
        #expect(
            try context.sql("SELECT \(\Animal.name) FROM \(Animal.self) ORDER BY 1", as: String.self) == [
                "Minka", "Rex",
            ]
        )
        #expect(try context.sql("SELECT \(\Dog.name) FROM \(Dog.self)", as: String.self) == ["Rex"])
        let animals = try context.sql(
            "SELECT \(key: Animal.self) FROM \(Animal.self) ORDER BY \(\Animal.name)",
            as: Animal.self
        )
        #expect(animals.map { $0 is Cat } == [true, false])
        #expect(try context.execute("UPDATE \(Cat.self) SET \(\Cat.name) = 'Mia' WHERE Z_ENT = 0") == 0)
        #expect(throws: ModelSQLError.self) { try context.execute("UPDATE \(Cat.self) SET \(\Cat.name) = 'Mia'") }
        #expect(
            try context.sql("SELECT \(\Animal.name) FROM \(Animal.self) ORDER BY 1", as: String.self) == [
                "Minka", "Rex",
            ]
        )
    }

    private func code(_ body: () throws -> Void) -> ModelSQLError.Code? {
        do { try body() } catch { return (error as? ModelSQLError)?.code }
        return nil
    }

    @Test(arguments: [
        "DELETE FROM ZBOOKING", "UPDATE ZBOOKING SET ZNUMBER = 1", "DROP TABLE ZBOOKING", "PRAGMA user_version = 3",
        "ATTACH 'x' AS y", "CREATE TEMP TABLE t (x)", "SELECT load_extension('x')", "VACUUM", "BEGIN", "",
        "SELECT 1; DELETE FROM ZBOOKING", "nonsense", "SELECT ?", "PRAGMA query_only = 0",
        "INSERT INTO ZBOOKING (ZNUMBER) VALUES (1)", "WITH x AS (SELECT 1) DELETE FROM ZBOOKING",
        "SELECT writefile('x', 'y')", "EXPLAIN DELETE FROM ZBOOKING",
    ])
    func aReadingStatementCanOnlyRead(sql: String) throws {
        let folder = try TemporaryFolder()
        let context = try context(folder, count: 3)
        let before = try Data(contentsOf: folder.file)
        // The class tells the store.
        let statement: ModelSQL = "\(literal: sql) /* \(Booking.self) */"
        #expect(code { _ = try context.sql(statement, as: Int.self) } == .refused)
        #expect(try context.fetchCount(FetchDescriptor<Booking>()) == 3)
        #expect(try Data(contentsOf: folder.file) == before)
    }

    @Test func resultsThatDoNotFitThrow() throws {
        let folder = try TemporaryFolder()
        let context = try context(folder)
        #expect(code { _ = try context.sql("SELECT 1, 2 FROM \(Booking.self)", as: Int.self) } == .columnCount)
        #expect(code { _ = try context.sql("SELECT 'x' FROM \(Booking.self)", as: Int.self) } == .wrongType)
        #expect(code { _ = try context.sql("SELECT NULL FROM \(Booking.self)", as: Int.self) } == .wrongType)
        #expect(code { _ = try context.sql("SELECT 300 FROM \(Booking.self)", as: Int8.self) } == .wrongType)
        #expect(code { _ = try context.sql("SELECT 'none' FROM \(Booking.self)", as: BookingKind.self) } == .wrongType)
        #expect(code { _ = try context.sql("SELECT 1000000 FROM \(Booking.self)", as: Booking.self) } == .wrongType)
        #expect(code { _ = try context.sql("SELECT 1 FROM \(Booking.self)", as: [Int].self) } == .unsuitableValue)
        #expect(
            code { _ = try context.sql("SELECT \(\Account.bookings) FROM \(Account.self)", as: Int.self) }
                == .unsuitableProperty
        )
        #expect(
            code { _ = try context.sql("SELECT \(\Booking.doubled) FROM \(Booking.self)", as: Int.self) }
                == .unsuitableProperty
        )
        #expect(code { _ = try context.sql("SELECT 1", as: Int.self) } == .refused)
        let list = [[1]]
        #expect(code { _ = try context.sql("SELECT \(list) FROM \(Booking.self)", as: Int.self) } == .unsuitableValue)
    }

    @Test func aCustomStoreHasNoSQL() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try StorePlace.json.container(folder, Account.self, Booking.self))
        #expect(throws: DataStoreError.unsupportedFeature) {
            _ = try context.sql("SELECT 1 FROM \(Booking.self)", as: Int.self)
        }
        #expect(throws: DataStoreError.unsupportedFeature) {
            try context.execute("DELETE FROM \(Booking.self)")
        }
    }
}
