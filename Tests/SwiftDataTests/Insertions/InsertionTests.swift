import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
final class Barrel {
    @Attribute(.unique) var number: Int
    var label: String
    var token = UUID()
    var remark: String?
    var fill = 0.5
    var size: Voucher.Size
    @Attribute(.externalStorage) var picture: Data?
    var cellar: Cellar?
    var tags: [String] = ["new"]

    init(number: Int, label: String, size: Voucher.Size) {
        self.number = number
        self.label = label
        self.size = size
    }
}

@Model
final class Cellar {
    var name: String
    @Relationship(inverse: \Barrel.cellar) var barrels: [Barrel] = []

    init(name: String) { self.name = name }
}

/// Insertions of rows without models.
@Suite struct InsertionTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder) throws -> (ModelContext, Cellar) {
        let context = ModelContext(try place.container(folder, Barrel.self, Cellar.self))
        context.autosaveEnabled = false
        let cellar = Cellar(name: "deep")
        context.insert(cellar)
        try context.save()
        return (context, cellar)
    }

    private func barrels(_ context: ModelContext) throws -> [Barrel] {
        try context.fetch(FetchDescriptor<Barrel>(sortBy: [SortDescriptor(\.number)]))
    }

    private func insert(_ numbers: Range<Int>, _ context: ModelContext, _ cellar: Cellar?, label: String = "b") throws {
        try context.insert(Barrel.self, numbers) { number, new in
            new.set(\.number, to: number)
            new.set(\.label, to: "\(label)\(number)")
            new.set(\.size, to: Voucher.Size(width: number, height: 1))
            new.set(\.cellar, to: number % 2 == 0 ? cellar : nil)
            if number == 3 {
                new.set(\.remark, to: "third")
                new.set(\.picture, to: Data(repeating: 3, count: 300_000))
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func rowsAreInserted(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let (context, cellar) = try context(place, folder)
        #expect(cellar.barrels.isEmpty)
        let unsaved = Cellar(name: "unsaved")
        context.insert(unsaved)
        try insert(0..<10, context, cellar)
        #expect(context.insertedModelsArray.count == 1)
        for reader in [context, ModelContext(context.container)] {
            let all = try barrels(reader)
            #expect(all.map(\.number) == Array(0..<10))
            #expect(all.map(\.label) == (0..<10).map { "b\($0)" })
            #expect(all.map(\.size.width) == Array(0..<10))
            #expect(all.map { $0.cellar?.name } == (0..<10).map { $0 % 2 == 0 ? "deep" : nil })
            #expect(all.map(\.remark) == (0..<10).map { $0 == 3 ? "third" : nil })
            #expect(all[3].picture?.count == 300_000)
            #expect(all.allSatisfy { $0.fill == 0.5 && $0.tags == ["new"] })
            // A default is evaluated for each row.
            #expect(Set(all.map(\.token)).count == 10)
        }
        #expect(cellar.barrels.count == 5)
    }

    @Test func rowsAreInTheHistoryAndInResults() throws {
        let folder = try TemporaryFolder()
        let (context, cellar) = try context(.file, folder)
        context.author = "importer"
        let results = try ResultsObserver<Barrel, Never>(
            filterBy: #Predicate { $0.number > 5 },
            modelContext: ModelContext(context.container)
        )
        #expect(results.results.isEmpty)
        let log = StatementRecorder(context.container)
        let statements = try log.statements { try insert(0..<10, context, cellar) }
        #expect(statements.filter { $0.hasPrefix("INSERT INTO ZBARREL") }.count == 1)
        #expect(results.results.count == 4)
        let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        #expect(last.author == "importer")
        #expect(last.changes.count == 10)
        for change in last.changes {
            guard case .insert(let insert) = change else {
                Issue.record("\(change)")
                continue
            }
            #expect(insert.changedPersistentIdentifier.entityName == "Barrel")
        }
    }

    @Test(arguments: [StorePlace.memory, .file]) func uniqueValuesUpdate(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let (context, cellar) = try context(place, folder)
        try insert(0..<6, context, cellar)
        let held = try barrels(context)
        try insert(4..<8, context, nil, label: "c")
        #expect(try barrels(context).count == 8)
        #expect(held.map(\.label) == ["b0", "b1", "b2", "b3", "c4", "c5"])
        #expect(held[4].cellar == nil)
        #expect(cellar.barrels.count == 2)
    }

    @Test(arguments: StorePlace.allCases) func failuresInsertNothing(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let (context, cellar) = try context(place, folder)
        #expect {
            try context.insert(Barrel.self, 0..<3) { number, new in
                new.set(\.number, to: number)
                new.set(\.size, to: Voucher.Size(width: 1, height: 1))
                if number < 2 { new.set(\.label, to: "there") }
            }
        } throws: { error in
            (error as? ModelQueryError)?.code == .missingValue && (error as? ModelQueryError)?.operand == "label"
        }
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.insert(Barrel.self, 0..<3) { number, _ in throw Stop() }
        }
        #expect {
            try context.insert(Cellar.self, 0..<1) { _, new in
                new.set(\.name, to: "x")
                new.set(\.barrels, to: [])
            }
        } throws: { error in
            (error as? ModelQueryError)?.code == .unsuitableProperty
                && (error as? ModelQueryError)?.operand == "barrels"
        }
        #expect(try context.fetchCount(FetchDescriptor<Barrel>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Cellar>()) == 1)
        #expect(try context.insert(Barrel.self, [] as [Int]) { _, _ in } == 0)
        withExtendedLifetime(cellar) {}
    }

    @Test func anIsolatedTransactionWritesAtItsEnd() async throws {
        let folder = try TemporaryFolder()
        let (context, cellar) = try context(.file, folder)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                try insert(0..<4, context, cellar)
                #expect(try context.fetchCount(FetchDescriptor<Barrel>()) == 4)
                throw Stop()
            }
        }
        #expect(try context.fetchCount(FetchDescriptor<Barrel>()) == 0)
        try context.transaction(isolated: true) { try insert(0..<4, context, cellar) }
        let all = try barrels(ModelContext(context.container))
        #expect(all.map(\.label) == ["b0", "b1", "b2", "b3"])
        #expect(all.map { $0.cellar?.name } == ["deep", nil, "deep", nil])
        #expect(Set(all.map(\.token)).count == 4)

        let identifier = cellar.persistentModelID
        try await context.container.write { context in
            let cellar = try #require(context.model(for: identifier) as? Cellar)
            try context.insert(Barrel.self, 10..<12) { number, new in
                new.set(\.number, to: number)
                new.set(\.label, to: "written")
                new.set(\.size, to: Voucher.Size(width: 1, height: 1))
                new.set(\.cellar, to: cellar)
            }
        }
        #expect(try context.fetchCount(FetchDescriptor<Barrel>(predicate: #Predicate { $0.label == "written" })) == 2)
        #expect(cellar.barrels.count == 4)
    }

    @Test func rowsOfASubclassHaveTheValuesOfBoth() throws {
        let context = try memoryContext(Animal.self, Dog.self, Cat.self, Person.self)
        try context.insert(Dog.self, ["Rex", "Bello"]) { name, new in
            new.set(\.name, to: name)
            new.set(\.breed, to: "any")
        }
        try context.insert(Cat.self, ["Minka"]) { name, new in new.set(\.name, to: name) }
        let animals = try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
        #expect(animals.map(\.name) == ["Bello", "Minka", "Rex"])
        #expect(animals.map(\.legs) == [4, 4, 4])
        #expect((animals[0] as? Dog)?.breed == "any")
        #expect((animals[1] as? Cat)?.lives == 9)
    }
}
