#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

@Model final class Till {
    @Attribute(.unique) var name: String
    var amount: Int
    var clerk: Clerk?

    init(name: String, amount: Int = 0) {
        self.name = name
        self.amount = amount
    }
}

@Model final class Clerk {
    var name: String
    @Relationship(inverse: \Till.clerk) var tills: [Till] = []

    init(name: String) { self.name = name }
}

/// Several writers of one store.
@Suite struct WriterTests {
    private func container(_ namespace: TemporaryNamespace) throws -> ModelContainer {
        try ModelContainer(for: Till.self, Clerk.self, configurations: namespace.configuration())
    }

    @Test func anEditOfARowThatAnotherWriterChangedIsAConflict() throws {
        let namespace = try TemporaryNamespace()
        let (first, second) = (try container(namespace), try container(namespace))
        let context = ModelContext(first)
        context.mergePolicy = .error
        let till = Till(name: "A", amount: 1)
        context.insert(till)
        try context.save()

        let other = ModelContext(second)
        let same = try #require(try other.fetch(FetchDescriptor<Till>()).first)
        same.amount = 2
        try other.save()

        till.amount = 3
        do {
            try context.save()
            Issue.record("an update was lost")
        } catch let error as StoreError {
            #expect(error.code == .conflict && error.entityName == "Till")
        }
        #expect(try namespace.psql("SELECT amount FROM till") == "2")
    }

    @Test func editsOfDifferentPropertiesAreJoined() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        let till = Till(name: "A", amount: 1)
        context.insert(till)
        try context.save()
        _ = try namespace.psql("UPDATE till SET name = 'Z', row_version = row_version + 1")
        till.amount = 3
        try context.save()
        #expect(try namespace.psql("SELECT name, amount, row_version FROM till") == "Z|3|3")
        #expect(till.name == "Z")
    }

    @Test func aDeletionOfARowThatWasChangedIsAConflict() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        context.mergePolicy = .error
        let till = Till(name: "A")
        context.insert(till)
        try context.save()
        _ = try namespace.psql("UPDATE till SET amount = 9, row_version = row_version + 1")
        context.delete(till)
        do {
            try context.save()
            Issue.record("a changed row was deleted")
        } catch let error as StoreError {
            #expect(error.code == .conflict)
        }
    }

    /// Each counts on rows of its own and on one that all share, and tries again after a conflict.
    @Test func noUpdateIsLost() async throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        context.insert(Till(name: "shared"))
        try context.save()
        let (writers, rounds) = (4, 25)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for round in 0..<rounds {
                        while true {
                            let context = ModelContext(container)
                            context.mergePolicy = .error
                            let shared = FetchDescriptor<Till>(predicate: #Predicate { $0.name == "shared" })
                            guard let till = try? context.fetch(shared).first else { continue }
                            till.amount += 1
                            context.insert(Till(name: "\(writer)-\(round)"))
                            if (try? context.save()) != nil { break }
                        }
                    }
                }
            }
        }
        #expect(try namespace.psql("SELECT amount FROM till WHERE name = 'shared'") == "\(writers * rounds)")
        #expect(try namespace.psql("SELECT count(*), count(DISTINCT pk) FROM till") == "101|101")
    }

    /// A unique value that several writers insert at once belongs to one row.
    @Test func newModelsWithOneUniqueValueBecomeOneRow() async throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        let context = ModelContext(container)
                        context.insert(Till(name: "till \(round)", amount: writer))
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try namespace.psql("SELECT count(*), count(DISTINCT name) FROM till") == "10|10")
    }

    @Test func twoRowsExchangeTheirUniqueValues() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        let (first, second) = (Till(name: "A", amount: 1), Till(name: "B", amount: 2))
        context.insert(first)
        context.insert(second)
        try context.save()
        (first.name, second.name) = ("B", "A")
        try context.save()
        #expect(try namespace.psql("SELECT string_agg(name || amount, ',' ORDER BY name) FROM till") == "A2,B1")
    }

    @Test func aSaveThatFailsLeavesTheRowsAndThePendingChanges() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        context.insert(Till(name: "A", amount: 1))
        try context.save()
        let till = try #require(try context.fetch(FetchDescriptor<Till>()).first)
        till.amount = 5
        let clerk = Clerk(name: "x\u{0}")
        context.insert(clerk)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(context.hasChanges && till.amount == 5)
        #expect(try namespace.psql("SELECT amount FROM till") == "1")
        clerk.name = "x"
        try context.save()
        #expect(try namespace.psql("SELECT amount FROM till") == "5")
    }

    @Test func anIsolatedTransactionKeepsOtherWritersOut() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        context.insert(Till(name: "A", amount: 1))
        try context.save()
        let done = DispatchSemaphore(value: 0)
        try context.transaction(isolated: true) {
            let till = try #require(try context.fetch(FetchDescriptor<Till>()).first)
            Thread.detachNewThread {
                let other = ModelContext(container)
                other.insert(Till(name: "B"))
                try? other.save()
                done.signal()
            }
            // The other writer waits.
            #expect(done.wait(timeout: .now() + 0.5) == .timedOut)
            till.amount += 1
        }
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(try namespace.psql("SELECT string_agg(name || amount, ',' ORDER BY name) FROM till") == "A2,B0")
    }
}
#endif
