import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
class Ferry {
    var seats: Int
    init(seats: Int) { self.seats = seats }
}

@Model
final class CarFerry: Ferry {
    @Attribute(.updatedDate) var changed: Date?
    override init(seats: Int) { super.init(seats: seats) }
}

/// Turns each bit over.
final class Masking: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { (value as? Data).map { Data($0.map { ~$0 }) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}

@Model
final class Strongbox {
    @Attribute(.transformable(by: Masking.self)) var secret: Data
    @Attribute(.transformable(by: Masking.self)) var spare: Data?
    init(secret: Data) { self.secret = secret }
}

/// Batch operations that models carry out, and what a statement may not do in their place.
@Suite struct BatchByModelsTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder) throws -> (ModelContext, [VoucherHolder]) {
        let context = ModelContext(try place.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        let holders = ["Ada", "Bo"].map(VoucherHolder.init)
        for holder in holders { context.insert(holder) }
        for number in 0..<6 { context.insert(Voucher(number: number, price: 1)) }
        try context.save()
        return (context, holders)
    }

    private func stored(_ context: ModelContext) throws -> [Voucher] {
        try ModelContext(context.container).fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)]))
    }

    @Test(arguments: StorePlace.allCases) func relationshipsLeadToModelsOfTheContext(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let (context, holders) = try context(place, folder)
        let held = try context.fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)]))
        try context.update(Voucher.self, where: #Predicate { $0.number < 4 }) { $0.set(\.holder, to: holders[0]) }
        #expect(try stored(context).map { $0.holder?.name } == ["Ada", "Ada", "Ada", "Ada", nil, nil])
        #expect(held[0].holder === holders[0])
        try context.update(Voucher.self, where: #Predicate { $0.number < 2 }) { $0.set(\.holder, to: nil) }
        #expect(try stored(context).map { $0.holder?.name } == [nil, nil, "Ada", "Ada", nil, nil])
        try context.update(VoucherHolder.self, where: #Predicate { $0.name == "Bo" }) {
            $0.set(\.vouchers, to: [held[4], held[5]])
        }
        #expect(try stored(context).map { $0.holder?.name } == [nil, nil, "Ada", "Ada", "Bo", "Bo"])
        let unsaved = VoucherHolder(name: "new")
        let inserted = VoucherHolder(name: "inserted")
        context.insert(inserted)
        for holder in [unsaved, inserted] {
            #expect {
                try context.update(Voucher.self) { $0.set(\.holder, to: holder) }
            } throws: {
                ($0 as? StoreError)?.code == .validation
            }
        }
        #expect(unsaved.modelContext == nil)
        #expect(try stored(context).map { $0.holder?.name } == [nil, nil, "Ada", "Ada", "Bo", "Bo"])
        guard place != .json else { return }
        try context.transaction(isolated: true) {
            try context.update(Voucher.self, where: #Predicate { $0.number == 0 }) { $0.set(\.holder, to: inserted) }
        }
        #expect(try stored(context)[0].holder?.name == "inserted")
    }

    /// Unique numbers that pass from row to row are changed by models, which no other writer may come between.
    @Test(.timeLimit(.minutes(30))) func updatesByModelsAreNotLost() async throws {
        let folder = try TemporaryFolder()
        let container = try context(.file, folder).0.container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let context = ModelContext(container)
                    for _ in 0..<8 { try context.update(Voucher.self) { $0.add(\.number, 1) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stored(ModelContext(container)).map(\.number) == (32..<38).map { $0 })
    }

    @Test func damagedValuesAreNotWrittenOver() throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(.file, folder)
        try folder.sqlite3("UPDATE ZVOUCHER SET ZPRICE = 'damaged', ZWEIGHT = x'0102' WHERE ZNUMBER = 3")
        #expect(throws: StoreError.self) { try context.update(Voucher.self) { $0.add(\.price, 1) } }
        #expect(throws: StoreError.self) {
            try context.update(Voucher.self) { $0.set(\.weight, #Expression<Voucher, Double> { $0.weight * 2 }) }
        }
        let values = try folder.sqlite3("SELECT ZPRICE, hex(ZWEIGHT) FROM ZVOUCHER WHERE ZNUMBER = 3")
        #expect(values.contains("damaged|0102"))
    }

    @Test(arguments: StorePlace.allCases) func aDecimalSumOutOfRangeThrows(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(place, folder)
        let most = Decimal.greatestFiniteMagnitude
        try context.update(Voucher.self, where: #Predicate { $0.number == 2 }) { $0.set(\.price, to: most) }
        #expect(throws: ModelQueryError.self) { try context.update(Voucher.self) { $0.add(\.price, most) } }
        #expect(try stored(context).map(\.price) == [1, 1, most, 1, 1, 1])
        // JSON has no such number.
        guard place != .json else { return }
        try context.update(Voucher.self, where: #Predicate { $0.number == 2 }) { $0.set(\.price, to: .nan) }
        try context.update(Voucher.self) { $0.add(\.price, 1) }
        #expect(try stored(context).map { $0.price.isNaN } == [false, false, true, false, false, false])
        #expect(try stored(context)[0].price == 2)
    }

    @Test func datesOfSubclassesAreSet() throws {
        let context = try memoryContext(Ferry.self, CarFerry.self)
        context.autosaveEnabled = false
        for ferry in [Ferry(seats: 1), CarFerry(seats: 2)] as [Ferry] { context.insert(ferry) }
        try context.save()
        let before = Date()
        #expect(try context.update(Ferry.self) { $0.add(\.seats, 10) } == 2)
        let ferries = try ModelContext(context.container).fetch(FetchDescriptor<CarFerry>())
        #expect(try #require(ferries.first?.changed) >= before)
        #expect(ferries.map(\.seats) == [12])
    }

    /// What a batch wrote at the end of an isolated transaction would be committed before it.
    @Test func batchesAreRefusedAtTheEndOfIsolation() throws {
        let folder = try TemporaryFolder()
        let (context, _) = try context(.file, folder)
        let refused = Locked(0)
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { notification in
            guard let context = notification.object as? ModelContext else { return }
            for batch: () throws -> Void in [
                { try context.update(Voucher.self) { $0.set(\.title, to: "early") } },
                { try context.insert(VoucherHolder.self, ["x"]) { name, new in new.set(\.name, to: name) } },
                { try context.delete(model: Voucher.self) },
            ] {
                do { try batch() } catch let error as StoreError where error.code == .saveInProgress {
                    refused.withLock { $0 += 1 }
                } catch {}
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.transaction(isolated: true) { context.insert(Voucher(number: 100)) }
        #expect(refused.withLock { $0 } == 3)
        #expect(try stored(context).count == 7)
        #expect(try stored(context).allSatisfy { $0.title != "early" })
    }

    @Test func insertionsTransformValues() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try StorePlace.file.container(folder, Strongbox.self))
        let plain = Data([1, 2, 3])
        try context.insert(Strongbox.self, [plain, nil]) { value, new in
            new.set(\.secret, to: plain)
            new.set(\.spare, to: value)
        }
        #expect(try folder.sqlite3("SELECT hex(ZSECRET), hex(ZSPARE) FROM ZSTRONGBOX").contains("FEFDFC|FEFDFC"))
        let boxes = try context.fetch(FetchDescriptor<Strongbox>())
        #expect(boxes.map(\.secret) == [plain, plain])
        #expect(Set(boxes.map(\.spare)) == [plain, nil])
    }

    @Test func insertionsObeyTheNumbersOfMembers() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try StorePlace.file.container(folder, RowingTeam.self, Rower.self))
        context.autosaveEnabled = false
        let team = RowingTeam(rowers: 2)
        context.insert(team)
        try context.save()
        #expect {
            try context.insert(Rower.self, 0..<5) { _, new in new.set(\.team, to: team) }
        } throws: {
            ($0 as? StoreError)?.code == .validation
        }
        #expect(throws: StoreError.self) { try context.insert(RowingTeam.self, 0..<1) { _, _ in } }
        #expect(try context.fetchCount(FetchDescriptor<Rower>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<RowingTeam>()) == 1)
        try context.insert(Rower.self, 0..<1) { _, new in new.set(\.team, to: team) }
        #expect(team.rowers.count == 3)
    }
}
