import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
final class Voucher {
    @Attribute(.unique) var number: Int
    var title: String
    var remark: String?
    var price: Decimal
    var seats: Int8
    var weight: Double
    var isSold: Bool
    var kind: BookingKind
    var size: Size?
    @Attribute(.externalStorage) var picture: Data?
    var holder: VoucherHolder?

    struct Size: Codable, Equatable {
        var width: Int
        var height: Int
    }

    init(number: Int, title: String = "", price: Decimal = 0, seats: Int8 = 0, isSold: Bool = false) {
        self.number = number
        self.title = title
        self.price = price
        self.seats = seats
        self.isSold = isSold
        weight = Double(number)
        kind = .income
    }
}

@Model
final class VoucherHolder {
    var name: String
    @Relationship(inverse: \Voucher.holder) var vouchers: [Voucher] = []

    init(name: String) { self.name = name }
}

/// Updates of many models, in the store and by models.
@Suite struct UpdateTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        for number in 0..<10 {
            let voucher = Voucher(number: number, title: "t\(number)", price: Decimal(number), seats: Int8(number))
            context.insert(voucher)
        }
        let holder = VoucherHolder(name: "Ada")
        context.insert(holder)
        for voucher in try context.fetch(FetchDescriptor<Voucher>()) where voucher.number % 2 == 0 {
            voucher.holder = holder
        }
        try context.save()
        return context
    }

    private func vouchers(_ context: ModelContext) throws -> [Voucher] {
        try context.fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)]))
    }

    @Test(arguments: StorePlace.allCases) func updatesGiveNewValues(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let held = try vouchers(context)
        let elsewhere = ModelContext(context.container)
        let seen = try vouchers(elsewhere)
        let count = try context.update(Voucher.self, where: #Predicate { $0.number >= 4 }) {
            $0.set(\.isSold, to: true)
            $0.set(\.kind, to: .transfer)
            $0.set(\.remark, to: "E\u{301}")
            $0.add(\.seats, 2)
            $0.add(\.price, 0.5)
            // Of the values before.
            $0.set(\.weight, #Expression<Voucher, Double> { $0.weight * 2 + 1 })
            $0.set(\.title, #Expression<Voucher, String> { $0.remark ?? $0.title })
        }
        #expect(count == 6)
        // Another context takes new values in with its next call.
        #expect(!elsewhere.hasChanges)
        _ = try elsewhere.fetchCount(FetchDescriptor<Voucher>())
        for models in [held, seen, try vouchers(ModelContext(context.container))] {
            for (number, voucher) in models.enumerated() {
                let isMeant = number >= 4
                #expect(voucher.isSold == isMeant)
                #expect(voucher.kind == (isMeant ? .transfer : .income))
                #expect(voucher.remark == (isMeant ? "\u{e9}".uppercased() : nil))
                #expect(voucher.seats == Int8(isMeant ? number + 2 : number))
                #expect(voucher.price == Decimal(number) + (isMeant ? Decimal(string: "0.5")! : 0))
                #expect(voucher.weight == Double(isMeant ? number * 2 + 1 : number))
                #expect(voucher.title == "t\(number)")
            }
        }
        #expect(!context.hasChanges && !elsewhere.hasChanges)
        // An index over the strings is no longer asked for bytes.
        #expect(try context.fetchCount(FetchDescriptor<Voucher>(predicate: #Predicate { $0.remark == "\u{c9}" })) == 6)
    }

    @Test(arguments: StorePlace.allCases)
    func valuesWithoutAColumnEachAreGivenByModels(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let held = try vouchers(context)
        let other = VoucherHolder(name: "Grace")
        context.insert(other)
        try context.save()
        held[0].title = "unsaved"
        try context.update(Voucher.self, where: #Predicate { $0.holder?.name == "Ada" }) {
            $0.set(\.size, to: Voucher.Size(width: 1, height: 2))
            $0.set(\.picture, to: Data(repeating: 7, count: 300_000))
            $0.set(\.remark, #Expression<Voucher, String?> { $0.holder?.name })
        }
        for (number, voucher) in held.enumerated() {
            #expect(voucher.size == (number % 2 == 0 ? Voucher.Size(width: 1, height: 2) : nil))
            #expect(voucher.picture?.count == (number % 2 == 0 ? 300_000 : nil))
            #expect(voucher.remark == (number % 2 == 0 ? "Ada" : nil))
        }
        // The unsaved change of this context is neither saved nor lost.
        #expect(context.changedModelsArray.count == 1)
        #expect(held[0].title == "unsaved")
        #expect(try vouchers(ModelContext(context.container))[0].title == "t0")
    }

    @Test(arguments: StorePlace.allCases) func failuresChangeNothing(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let held = try vouchers(context)
        held[9].seats = 120
        try context.save()
        func reported() throws -> Int {
            place == .json ? 0 : try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
        }
        let before = try reported()
        let new = Voucher(number: 100)
        context.insert(new)
        #expect {
            try context.update(Voucher.self) {
                $0.set(\.title, to: "changed")
                $0.add(\.seats, 10)
            }
        } throws: { error in
            (error as? ModelQueryError)?.code == .outOfRange && (error as? ModelQueryError)?.operand == "seats"
        }
        #expect {
            try context.update(Voucher.self) {
                $0.set(\.title, to: "changed")
                $0.set(\.seats, #Expression<Voucher, Int8> { 100 / $0.seats })
            }
        } throws: { ($0 as? ModelQueryError)?.code == .failedExpression }
        #expect {
            try context.update(Voucher.self) { $0.set(\.number, to: 5) }
        } throws: { error in
            place == .json
                || (error as? StoreError)?.code == .constraint && (error as? StoreError)?.propertyName == "number"
        }
        if place != .json {
            #expect(held.map(\.title) == (0..<10).map { "t\($0)" })
            #expect(held.map(\.number) == Array(0..<10))
            #expect(new.title == "")
            #expect(try reported() == before)
        }
    }

    @Test func uniqueValuesMayMoveAlong() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let held = try vouchers(context)
        try context.update(Voucher.self) { $0.add(\.number, 1) }
        #expect(held.map(\.number) == Array(1...10))
    }

    @Test func anUpdateIsOneStatementWithHistory() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        context.author = "importer"
        let held = try vouchers(context)
        let seen = try ResultsObserver<Voucher, Never>(
            filterBy: #Predicate { $0.isSold },
            modelContext: ModelContext(context.container)
        )
        #expect(seen.results.isEmpty)
        let token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
        let log = StatementRecorder(context.container)
        let statements = try log.statements { () throws in
            try context.update(Voucher.self, where: #Predicate { $0.number < 3 }) {
                $0.set(\.isSold, to: true)
                $0.add(\.weight, 1)
            }
        }
        #expect(statements.filter { $0.hasPrefix("UPDATE ZVOUCHER") }.count == 1)
        #expect(statements.filter { $0.hasPrefix("SELECT") && $0.contains("ZTITLE") }.isEmpty)
        #expect(held[1].isSold)
        #expect(seen.results.count == 3)
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token > token } }
        let transactions = try context.fetchHistory(descriptor)
        #expect(transactions.count == 1)
        #expect(transactions.first?.author == "importer")
        let changes = transactions.flatMap(\.changes)
        #expect(changes.count == 3)
        for change in changes {
            guard case .update(let update as DefaultHistoryUpdate<Voucher>) = change else {
                Issue.record("\(change)")
                continue
            }
            #expect(Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [\Voucher.isSold, \Voucher.weight])
        }
        #expect(try folder.sqlite3("SELECT group_concat(Z_OPT) FROM ZVOUCHER WHERE ZNUMBER < 5") == "2,2,2,1,1")
    }

    @Test func unsavedChangesStayAndAreConflicts() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let held = try vouchers(context)
        held[3].weight = 77
        let new = Voucher(number: 50, title: "new")
        context.insert(new)
        let count = try context.update(Voucher.self) { $0.set(\.weight, to: 5) }
        #expect(count == 11)
        #expect(held[3].weight == 77)
        #expect(held[4].weight == 5)
        #expect(new.weight == 5)
        #expect(context.insertedModelsArray.count == 1)
        #expect(context.conflicts.map(\.propertyName) == ["weight"])
        try context.save()
        #expect(try vouchers(ModelContext(context.container)).map(\.weight) == [5, 5, 5, 77, 5, 5, 5, 5, 5, 5, 5])
    }

    @Test func anIsolatedTransactionWritesAtItsEnd() async throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                try context.update(Voucher.self) { $0.set(\.isSold, to: true) }
                throw Stop()
            }
        }
        #expect(try vouchers(ModelContext(context.container)).allSatisfy { !$0.isSold })
        let container = context.container
        let count = try await container.write { context in
            try context.update(Voucher.self, where: #Predicate { $0.number < 2 }) { $0.set(\.isSold, to: true) }
        }
        #expect(count == 2)
        #expect(try vouchers(context).filter(\.isSold).count == 2)
        await #expect(throws: StoreError.self) {
            try await container.read { context in
                _ = try context.update(Voucher.self) { $0.set(\.isSold, to: true) }
            }
        }
    }

    @Test func subclassesAreUpdatedWhereAsked() throws {
        let context = try memoryContext(Animal.self, Dog.self, Cat.self, Person.self)
        let animals = [Animal(name: "a"), Dog(name: "b", breed: "c"), Cat(name: "d")]
        for animal in animals { context.insert(animal) }
        try context.save()
        #expect(try context.update(Animal.self) { $0.set(\.legs, to: 3) } == 3)
        #expect(animals.map(\.legs) == [3, 3, 3])
        #expect(try context.update(Animal.self, includeSubclasses: false) { $0.set(\.legs, to: 5) } == 1)
        #expect(try context.update(Dog.self) { $0.add(\.legs, 1) } == 1)
        #expect(animals.map(\.legs) == [5, 4, 3])
    }
}
