import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// A read after a deletion finds no model that its cascades lead to, however it is made.
@Suite struct UnreadCascadeReadingTests {
    private let store: TemporaryFolder
    private let context: ModelContext
    private let doomed: Town

    /// Two towns with a street each, of four houses, in a context that has read one town alone.
    init() throws {
        store = try TemporaryFolder()
        let container = try store.container(for: Town.self, Street.self, House.self)
        let filling = ModelContext(container)
        for town in 0..<2 {
            let town = Town(name: "t\(town)")
            filling.insert(town)
            let street = Street(name: "s", town: town)
            filling.insert(street)
            for number in 0..<4 { filling.insert(House(number: number, street: street)) }
        }
        try filling.save()
        context = ModelContext(container)
        doomed = try #require(
            try context.fetch(FetchDescriptor<Town>(predicate: #Predicate { $0.name == "t0" })).first
        )
    }

    private func houses() throws -> String { try store.sqlite3("SELECT count(*) FROM ZHOUSE") }

    @Test func enumeratingLeavesThemOut() throws {
        context.delete(doomed)
        var seen = 0
        try context.enumerate(FetchDescriptor<House>()) { house in
            house.number += 10
            seen += 1
        }
        #expect(seen == 4)
        try context.save()
        #expect(try store.sqlite3("SELECT min(ZNUMBER), count(*) FROM ZHOUSE") == "10|4")
    }

    @Test func enumeratingInAnOrderLeavesThemOut() throws {
        context.delete(doomed)
        var seen = 0
        try context.enumerate(FetchDescriptor<House>(sortBy: [SortDescriptor(\.number)])) { _ in seen += 1 }
        #expect(seen == 4)
    }

    @Test func aResultInPartsHasThemAsDeletedModels() throws {
        let result = try context.fetch(FetchDescriptor<House>(), batchSize: 3)
        context.delete(doomed)
        #expect(result.filter { !$0.isDeleted }.count == 4)
        try context.save()
        #expect(try houses() == "4")
        #expect(try context.fetch(FetchDescriptor<House>(), batchSize: 3).count == 4)
    }

    @Test func aTransactionThatFailsDoesNotBringThemBack() throws {
        struct Stop: Error {}
        context.delete(doomed)
        #expect(throws: Stop.self) {
            try context.transaction {
                #expect(try context.fetchCount(FetchDescriptor<House>()) == 4)
                throw Stop()
            }
        }
        try context.save()
        #expect(try houses() == "4")
        #expect(try store.sqlite3("SELECT count(*) FROM ZSTREET") == "1")
    }

    @Test func theRegisteredModelIsDeleted() throws {
        let other = ModelContext(context.container)
        let name = doomed.name
        let house = try #require(
            try other.fetch(FetchDescriptor<House>(predicate: #Predicate { $0.street?.town?.name == name })).first
        )
        context.delete(doomed)
        let registered: House? = context.registeredModel(for: house.persistentModelID)
        #expect(registered?.isDeleted == true)
    }
}
