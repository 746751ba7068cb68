import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
class Beast {
    var name: String
    init(name: String) { self.name = name }
}

@Model
final class Hound: Beast {
    var tricks = 0
    override init(name: String) { super.init(name: name) }
}

@Model
final class Lynx: Beast {
    var spots = 0
    override init(name: String) { super.init(name: name) }
}

@Model
final class HoundKeeper {
    var hound: Hound?
    init() {}
}

/// Statements in SQL that write, by way of the models of the context.
@Suite struct SQLChangeTests {
    private func context(_ folder: TemporaryFolder) throws -> (context: ModelContext, vouchers: [Voucher]) {
        let context = ModelContext(try StorePlace.file.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        let holders = ["Ada", "Bo"].map(VoucherHolder.init)
        for holder in holders { context.insert(holder) }
        let vouchers = (0..<10).map { Voucher(number: $0, title: "t\($0)", price: Decimal($0), seats: Int8($0)) }
        for voucher in vouchers {
            context.insert(voucher)
            voucher.holder = holders[voucher.number % 2]
            voucher.size = Voucher.Size(width: voucher.number, height: 1)
        }
        try context.save()
        return (context, vouchers)
    }

    private func stored(_ context: ModelContext) throws -> [Voucher] {
        try ModelContext(context.container).fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)]))
    }

    @Test(arguments: [false, true]) func anUpdateIsSavedWithTheTransaction(isolated: Bool) throws {
        let folder = try TemporaryFolder()
        let (context, vouchers) = try context(folder)
        context.author = "sql"
        let results = try ResultsObserver<Voucher, Never>(
            filterBy: #Predicate { $0.title == "new" },
            modelContext: ModelContext(context.container)
        )
        #expect(results.results.isEmpty)
        try context.transaction(isolated: isolated) {
            let count = try context.execute(
                "UPDATE \(Voucher.self) SET \(\Voucher.title) = \("new"), \(\Voucher.seats) = \(\Voucher.seats) + 1 WHERE \(\Voucher.number) > 6"
            )
            #expect(count == 3)
            #expect(vouchers.map(\.title).suffix(4) == ["t6", "new", "new", "new"])
            #expect(try stored(context).map(\.title) == (0..<10).map { "t\($0)" })
        }
        #expect(try stored(context).map(\.title) == (0..<10).map { $0 > 6 ? "new" : "t\($0)" })
        #expect(try stored(context).map(\.seats) == (0..<10).map { $0 > 6 ? $0 + 1 : $0 })
        #expect(results.results.count == 3)
        let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        #expect(last.author == "sql")
        #expect(last.changes.count == 3)
        for change in last.changes {
            guard case .update(let update) = change, let update = update as? DefaultHistoryUpdate<Voucher> else {
                Issue.record("\(change)")
                continue
            }
            #expect(Set(update.updatedAttributes) == [\Voucher.title, \Voucher.seats])
        }
    }

    @Test func whatATransactionTakesBackIsNotWritten() throws {
        let folder = try TemporaryFolder()
        let (context, vouchers) = try context(folder)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.title) = 'x'")
                throw Stop()
            }
        }
        #expect(vouchers.map(\.title) == (0..<10).map { "t\($0)" })
        try context.execute("DELETE FROM \(Voucher.self)")
        #expect(try context.fetchCount(FetchDescriptor<Voucher>()) == 0)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Voucher>()) == 10)
        #expect(try stored(context).count == 10)
    }

    @Test func rowsAreInsertedAndDeletedByTheRules() throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(folder)
        let ada = try #require(
            try context.fetch(FetchDescriptor<VoucherHolder>(predicate: #Predicate { $0.name == "Ada" })).first
        )
        #expect(try context.execute("DELETE FROM \(VoucherHolder.self) WHERE \(\VoucherHolder.name) = \("Bo")") == 1)
        try context.save()
        #expect(try stored(context).map { $0.holder?.name } == (0..<10).map { $0 % 2 == 0 ? "Ada" : nil })
        let size = (\Voucher.size?.width, \Voucher.size?.height)
        let count = try context.execute(
            """
            INSERT INTO \(Voucher.self) (\(\Voucher.number), \(\Voucher.title), \(\Voucher.price), \(\Voucher.seats), \
            \(\Voucher.weight), \(\Voucher.isSold), \(\Voucher.kind), \(\Voucher.holder), \(size.0), \(size.1)) \
            SELECT \(\Voucher.number) + 100, \(\Voucher.title) || '!', 5, 1, 2.5, 0, \(BookingKind.income), \(ada), 7, 8 \
            FROM \(Voucher.self) WHERE \(\Voucher.number) < 2
            """
        )
        #expect(count == 2)
        #expect(context.insertedModelsArray.count == 2)
        try context.save()
        let added = try stored(context).filter { $0.number >= 100 }
        #expect(added.map(\.title) == ["t0!", "t1!"])
        #expect(added.map { $0.holder?.name } == ["Ada", "Ada"])
        #expect(added.map { $0.size?.width } == [7, 7])
        #expect(ada.vouchers.count == 7)
    }

    private func refusal(_ context: ModelContext, _ statement: ModelSQL) -> String? {
        do {
            try context.execute(statement)
            return nil
        } catch let error as ModelSQLError {
            return error.code == .refused ? error.detail : "\(error.code)"
        } catch {
            return "\(error)"
        }
    }

    @Test func nothingElseCanBeWritten() throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(folder)
        let statements: [ModelSQL] = [
            "UPDATE \(Voucher.self) SET Z_PK = Z_PK + 1000",
            "UPDATE \(Voucher.self) SET Z_ENT = 1",
            "UPDATE \(Voucher.self) SET Z_OPT = 1",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 /* \(Voucher.self) */",
            "DELETE FROM Z_METADATA /* \(Voucher.self) */",
            "DELETE FROM ACHANGE /* \(Voucher.self) */",
            "UPDATE ZVOUCHERHOLDER SET ZNAME = 'x' /* \(Voucher.self) */",
            "DROP TABLE ZVOUCHER /* \(Voucher.self) */",
            "COMMIT /* \(Voucher.self) */",
            "SAVEPOINT x /* \(Voucher.self) */",
            "PRAGMA journal_mode = DELETE /* \(Voucher.self) */",
            "CREATE TRIGGER x AFTER UPDATE ON ZVOUCHER BEGIN SELECT 1; END /* \(Voucher.self) */",
            "UPDATE \(Voucher.self) SET \(\Voucher.title) = 'a'; UPDATE ZVOUCHER SET ZTITLE = 'b'",
            "UPDATE \(Voucher.self) SET \(\Voucher.number) = 'many' WHERE \(\Voucher.number) = 0",
            "UPDATE \(Voucher.self) SET \(\Voucher.title) = NULL",
            "UPDATE \(Voucher.self) SET \(\Voucher.seats) = 1000",
            "UPDATE \(Voucher.self) SET \(\Voucher.holder) = 4711",
            "INSERT INTO \(Voucher.self) (\(\Voucher.number)) VALUES (50)",
            "UPDATE OR REPLACE \(Voucher.self) SET \(\Voucher.number) = 1 WHERE \(\Voucher.number) = 2",
        ]
        for statement in statements {
            let reason = refusal(context, statement)
            #expect(reason != nil, "\(statement)")
            #expect(reason?.contains("StoreError") != true, "\(reason ?? "")")
            #expect(!context.hasChanges, "\(statement)")
        }
        #expect(refusal(context, "UPDATE \(Voucher.self) SET \(\Voucher.picture) = x'00'") == "unsuitableProperty")
        // A unique value that is there already.
        #expect(throws: StoreError.self) {
            try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.number) = 1 WHERE \(\Voucher.number) = 2")
        }
        #expect(try stored(context).map(\.title) == (0..<10).map { "t\($0)" })
        #expect(try stored(context).map(\.number) == Array(0..<10))
        // The store works as before.
        #expect(
            try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.title) = replace(\(\Voucher.title), 't', 'u')")
                == 10
        )
        try context.save()
        #expect(try stored(context).map(\.title) == (0..<10).map { "u\($0)" })
    }

    /// SQLite takes the name of an assigned column alone, whatever tables the statement names.
    @Test func assignedColumnsHaveNoQualifier() throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(folder)
        try context.execute(
            """
            UPDATE \(Voucher.self) SET -- the title (
            \(\Voucher.title) = (
                SELECT \(\VoucherHolder.name) /* SET \(key: Voucher.self), ( */ FROM \(VoucherHolder.self)
                WHERE \(key: VoucherHolder.self) = \(\Voucher.holder)), \(\Voucher.seats) = \(\Voucher.seats) + 1
            WHERE \(\Voucher.number) < 2
            """
        )
        try context.save()
        #expect(try stored(context).prefix(3).map(\.title) == ["Ada", "Bo", "t2"])
        #expect(try stored(context).prefix(3).map(\.seats) == [1, 2, 2])
        try context.execute(
            """
            INSERT INTO \(VoucherHolder.self) (\(\VoucherHolder.name))
            SELECT \(\Voucher.title) FROM \(Voucher.self) WHERE \(\Voucher.title) = 't5'
            """
        )
        try context.save()
        let names = try context.fetch(FetchDescriptor<VoucherHolder>()).map(\.name).sorted()
        #expect(names == ["Ada", "Bo", "t5"])
        try context.execute(
            """
            UPDATE \(Voucher.self) SET (\(\Voucher.title), \(\Voucher.remark)) = ('it''s, SET', "ZTITLE")
            WHERE \(\Voucher.holder) IN (SELECT \(key: VoucherHolder.self) FROM \(VoucherHolder.self) WHERE \(\VoucherHolder.name) = 'Bo')
            """
        )
        try context.save()
        #expect(try stored(context).map(\.title).prefix(4) == ["Ada", "it's, SET", "t2", "it's, SET"])
        #expect(try stored(context)[3].remark == "t3")
    }

    /// SQLite declares its functions that are tables the first time that a connection uses one.
    @Test func theFirstStatementCanUseTableFunctions() throws {
        let folder = try TemporaryFolder()
        _ = try context(folder)
        let context = ModelContext(try StorePlace.file.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        let list = "[3, 4]"
        try context.execute(
            """
            UPDATE \(Voucher.self) SET \(\Voucher.title) = 'chosen'
            WHERE \(\Voucher.number) IN (SELECT value FROM json_each(\(list)))
            """
        )
        try context.save()
        #expect(try stored(context).filter { $0.title == "chosen" }.map(\.number) == [3, 4])
    }

    @Test(arguments: [false, true]) func aStatementThatEndsTheTransactionChangesNothing(isolated: Bool) throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(folder)
        #expect {
            try context.transaction(isolated: isolated) {
                try context.execute(
                    "UPDATE OR ROLLBACK \(Voucher.self) SET \(\Voucher.number) = 1 WHERE \(\Voucher.number) = 2"
                )
            }
        } throws: {
            ($0 as? StoreError)?.code == .constraint
        }
        #expect(throws: ModelSQLError.self) {
            try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.title) = 'x' \(literal: "\0") WHERE 0")
        }
        try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.title) = 'later' WHERE \(\Voucher.number) = 2")
        try context.save()
        #expect(try stored(context)[2].title == "later")
        #expect(try stored(context).count == 10)
    }

    @Test func aRowOfAnotherClassInTheTableIsNoDestination() throws {
        let folder = try TemporaryFolder()
        let container = try StorePlace.file.container(folder, Beast.self, Hound.self, Lynx.self, HoundKeeper.self)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let (hound, lynx, keeper) = (Hound(name: "Rex"), Lynx(name: "Luna"), HoundKeeper())
        for model in [hound, lynx] as [Beast] { context.insert(model) }
        context.insert(keeper)
        try context.save()
        let key = try context.sql("SELECT Z_PK FROM \(Lynx.self)", as: Int.self)[0]
        #expect(throws: ModelSQLError.self) {
            try context.execute("UPDATE \(HoundKeeper.self) SET \(\HoundKeeper.hound) = \(key)")
        }
        #expect(!context.hasChanges)
        let rex = try context.sql("SELECT Z_PK FROM \(Hound.self)", as: Int.self)[0]
        try context.execute("UPDATE \(HoundKeeper.self) SET \(\HoundKeeper.hound) = \(rex)")
        try context.save()
        #expect(keeper.hound?.name == "Rex")
    }

    @Test func unsavedChangesAreNotPassedOver() throws {
        let folder = try TemporaryFolder()
        let (context, vouchers) = try context(folder)
        vouchers[0].title = "unsaved"
        let error = #expect(throws: StoreError.self) {
            try context.execute("UPDATE \(Voucher.self) SET \(\Voucher.title) = \(\Voucher.title) || '!'")
        }
        #expect(error?.code == .validation)
        #expect(error?.entityName == "Voucher")
        #expect(vouchers[0].title == "unsaved")
        // Another class is not concerned.
        #expect(try context.execute("UPDATE \(VoucherHolder.self) SET \(\VoucherHolder.name) = 'x'") == 2)
    }
}
