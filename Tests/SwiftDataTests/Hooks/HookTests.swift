import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
final class Freight {
    @Attribute(.unique) var code: String
    var weight: Int
    var label = ""
    @Attribute(.createdDate) var created: Date?
    @Attribute(.updatedDate) var updated: Date = Date.distantPast
    var depot: FreightDepot?
    @Transient var events: [String] = []

    init(code: String, weight: Int = 1) {
        self.code = code
        self.weight = weight
    }
}

@Model
final class FreightDepot {
    var name: String
    var parcelCount = 0
    @Relationship(inverse: \Freight.depot) var parcels: [Freight] = []

    init(name: String) { self.name = name }
}

extension Freight: WillSaveModel, ValidatedModel, DidInsertModel, DidFetchModel {
    struct Forbidden: Error {}

    func willSave() throws {
        if code == "forbidden" { throw Forbidden() }
        label = code.uppercased()
        depot?.parcelCount = depot?.parcels.count ?? 0
        events.append("willSave")
    }

    func validate(_ problems: inout ModelProblems<Freight>) {
        if weight < 0 { problems.add(\.weight, "must not be negative") }
        if label.isEmpty { problems.add(\.label, "must not be empty") }
        if code == "whole" { problems.add("is wrong as a whole") }
    }

    func didInsert() { events.append("didInsert") }
    func didFetch() { events.append("didFetch") }
}

/// A class for a store that keeps whole seconds.
@Model
final class PlainFreight {
    @Attribute(.unique) var code: String
    var label = ""

    init(code: String) { self.code = code }
}

extension PlainFreight: WillSaveModel, ValidatedModel, DidFetchModel {
    func willSave() { label = code.uppercased() }
    func didFetch() { if label == "A" { label = "fetched" } }

    func validate(_ problems: inout ModelProblems<PlainFreight>) {
        if code.isEmpty { problems.add(\.code, "must not be empty") }
    }
}

/// Hooks of models, the dates that saves set, and the policy of duplicates.
@Suite struct HookTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Freight.self, FreightDepot.self))
        context.autosaveEnabled = false
        return context
    }

    private func stored(_ context: ModelContext) throws -> [Freight] {
        try ModelContext(context.container).fetch(FetchDescriptor<Freight>(sortBy: [SortDescriptor(\.code)]))
    }

    @Test(arguments: [StorePlace.memory, .file]) func hooksAreCalledOnce(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let parcel = Freight(code: "a")
        context.insert(parcel)
        context.insert(parcel)
        let related = Freight(code: "b")
        let depot = FreightDepot(name: "north")
        context.insert(depot)
        related.depot = depot
        #expect(parcel.events == ["didInsert"])
        #expect(related.events == ["didInsert"])
        try context.save()
        #expect(parcel.events == ["didInsert", "willSave"])
        // The change that a hook has made to another model is saved with the rest.
        #expect(depot.parcelCount == 1)
        #expect(!context.hasChanges)
        let reader = ModelContext(context.container)
        #expect(try reader.fetch(FetchDescriptor<FreightDepot>()).map(\.parcelCount) == [1])
        #expect(try stored(context).map(\.label) == ["A", "B"])
        // Nothing is saved, and nobody told.
        try context.save()
        #expect(parcel.events == ["didInsert", "willSave"])
        parcel.weight = 5
        try context.save()
        #expect(parcel.events == ["didInsert", "willSave", "willSave"])
        #expect(related.events == ["didInsert", "willSave"])
    }

    @Test(arguments: [StorePlace.memory, .file]) func fetchedModelsAreToldOnce(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        context.insert(Freight(code: "a"))
        try context.save()
        let reader = ModelContext(context.container)
        let first = try reader.fetch(FetchDescriptor<Freight>())
        #expect(first.map(\.events) == [["didFetch"]])
        _ = try reader.fetch(FetchDescriptor<Freight>())
        #expect(first.map(\.events) == [["didFetch"]])
    }

    @Test(arguments: [StorePlace.memory, .file]) func allProblemsAreOneError(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let good = Freight(code: "good")
        let heavy = Freight(code: "heavy", weight: -1)
        let whole = Freight(code: "whole", weight: -2)
        for parcel in [good, heavy, whole] { context.insert(parcel) }
        let error = #expect(throws: ModelValidationError.self) { try context.save() }
        #expect(error?.problems.map(\.propertyName) == ["weight", "weight", nil])
        #expect(error?.problems.map(\.persistentModelID) == [heavy, whole, whole].map(\.persistentModelID))
        #expect(
            error?.description
                == "Freight.weight must not be negative; Freight.weight must not be negative; Freight is wrong as a whole."
        )
        #expect(try stored(context).isEmpty)
        #expect(context.insertedModelsArray.count == 3)
        heavy.weight = 1
        context.delete(whole)
        try context.save()
        #expect(try stored(context).map(\.code) == ["good", "heavy"])
        heavy.weight = -1
        #expect(throws: ModelValidationError.self) {
            try context.transaction { good.weight = 9 }
        }
        #expect(try stored(context).map(\.weight) == [1, 1])
    }

    @Test func aHookThatThrowsStopsTheSave() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let parcel = Freight(code: "forbidden")
        context.insert(parcel)
        #expect(throws: Freight.Forbidden.self) { try context.save() }
        #expect(try stored(context).isEmpty)
        #expect(context.hasChanges)
        parcel.code = "allowed"
        try context.save()
        #expect(try stored(context).map(\.code) == ["allowed"])
    }

    @Test(arguments: [StorePlace.memory, .file]) func datesOfChangesAreSet(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let start = Date()
        let old = Date(timeIntervalSinceReferenceDate: 1_000)
        let parcel = Freight(code: "a")
        let imported = Freight(code: "b")
        imported.created = old
        context.insert(parcel)
        context.insert(imported)
        try context.save()
        let created = try #require(parcel.created)
        #expect(created >= start && created <= Date())
        #expect(parcel.updated == created)
        #expect(imported.created == old)
        #expect(imported.updated >= start)
        parcel.weight = 2
        try context.save()
        #expect(parcel.created == created)
        #expect(parcel.updated > created)
        #expect(try stored(context).map(\.updated) == [parcel.updated, imported.updated])

        // Changes of many models at once.
        let before = Date()
        try context.update(Freight.self, where: #Predicate { $0.code == "b" }) { $0.add(\.weight, 1) }
        try context.insert(Freight.self, ["c", "d"]) { code, new in
            new.set(\.code, to: code)
            new.set(\.weight, to: 1)
            if code == "d" { new.set(\.created, to: old) }
        }
        let rows = try stored(context)
        #expect(rows[0].updated == parcel.updated)
        #expect(rows[1].updated >= before)
        #expect(try #require(rows[2].created) >= before)
        #expect(rows[2].updated >= before)
        #expect(rows[3].created == old)
    }

    @Test func duplicatesAreUpdatesOrErrors() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        context.insert(Freight(code: "a", weight: 1))
        try context.save()
        func isRefusal(_ error: any Error) -> Bool {
            guard let error = error as? StoreError else { return false }
            return error.code == .constraint && error.entityName == "Freight" && error.propertyName == "code"
        }
        let second = Freight(code: "a", weight: 2)
        context.insert(second)
        #expect { try context.save(onDuplicate: .error) } throws: { isRefusal($0) }
        #expect(context.duplicatePolicy == .update)
        #expect(try stored(context).map(\.weight) == [1])
        try context.save()
        #expect(try stored(context).map(\.weight) == [2])

        context.duplicatePolicy = .error
        context.insert(Freight(code: "b"))
        context.insert(Freight(code: "b"))
        #expect { try context.save() } throws: { isRefusal($0) }
        context.rollback()
        func insert(_ policy: DuplicatePolicy?) throws {
            try context.insert(Freight.self, ["a", "c"], onDuplicate: policy) { code, new in
                new.set(\.code, to: code)
                new.set(\.weight, to: 7)
            }
        }
        #expect { try insert(nil) } throws: { isRefusal($0) }
        #expect(try stored(context).map(\.code) == ["a"])
        try insert(.update)
        #expect(try stored(context).map(\.weight) == [7, 7])
    }

    /// The end of an isolated transaction writes, long after the save in it.
    @Test func duplicatesAreErrorsInIsolatedTransactions() async throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        context.insert(Freight(code: "a", weight: 1))
        try context.save()
        func isRefusal(_ error: any Error) -> Bool { (error as? StoreError)?.code == .constraint }
        #expect {
            try context.transaction(isolated: true) {
                context.insert(Freight(code: "a", weight: 2))
                try context.save(onDuplicate: .error)
            }
        } throws: {
            isRefusal($0)
        }
        context.rollback()
        #expect(try stored(context).map(\.weight) == [1])
        await #expect {
            try await context.container.write { context in
                context.insert(Freight(code: "a", weight: 3))
                try context.save(onDuplicate: .error)
                context.insert(Freight(code: "b", weight: 3))
            }
        } throws: {
            isRefusal($0)
        }
        #expect(try stored(context).map(\.weight) == [1])
        // The next transaction has the policy of the context.
        try context.transaction(isolated: true) {
            context.insert(Freight(code: "a", weight: 4))
            try context.save()
        }
        #expect(try stored(context).map(\.weight) == [4])
    }

    @Test func anUpsertKeepsTheDateOfCreation() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        context.insert(Freight(code: "a", weight: 1))
        try context.save()
        let created = try #require(try stored(context)[0].created)
        let updated = try stored(context)[0].updated
        let newcomer = Freight(code: "a", weight: 2)
        context.insert(newcomer)
        try context.save()
        #expect(newcomer.created == created)
        #expect(newcomer.updated > updated)
        #expect(try stored(context).map(\.created) == [created])
        #expect(try stored(context).map(\.weight) == [2])
        try context.insert(Freight.self, ["a", "n"]) { code, new in
            new.set(\.code, to: code)
            new.set(\.weight, to: 3)
        }
        #expect(try stored(context)[0].created == created)
        #expect(try stored(context).map(\.weight) == [3, 3])
        #expect(try #require(try stored(context)[1].created) > created)
        #expect(newcomer.created == created && newcomer.weight == 3)
    }

    @Test func enumerationsAndListsTellFetchedModels() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        for number in 0..<5 { context.insert(Freight(code: "\(number)")) }
        try context.save()
        let walker = ModelContext(context.container)
        var events: [[String]] = []
        try walker.enumerate(FetchDescriptor<Freight>()) { events.append($0.events) }
        #expect(events == Array(repeating: ["didFetch"], count: 5))
        let lister = ModelContext(context.container)
        let list = try lister.fetch(FetchDescriptor<Freight>(), batchSize: 2)
        #expect(list.map(\.events) == Array(repeating: ["didFetch"], count: 5))
        // A model that has never been saved is not fetched.
        let added = Freight(code: "new")
        lister.insert(added)
        _ = try lister.fetch(FetchDescriptor<Freight>())
        #expect(added.events == ["didInsert"])
    }

    /// The context calls the hooks, whatever the store.
    @Test func aCustomStoreHasTheHooks() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try StorePlace.json.container(folder, PlainFreight.self))
        context.autosaveEnabled = false
        context.insert(PlainFreight(code: "a"))
        let refused = #expect(throws: StoreError.self) { try context.save(onDuplicate: .error) }
        #expect(refused?.code == .validation)
        try context.save()
        let reader = ModelContext(context.container)
        let read = try reader.fetch(FetchDescriptor<PlainFreight>())
        #expect(read.map(\.label) == ["fetched"])
        context.insert(PlainFreight(code: ""))
        #expect(throws: ModelValidationError.self) { try context.save() }
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<PlainFreight>()) == 1)
    }
}
