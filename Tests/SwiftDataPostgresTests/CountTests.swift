#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import TestSupport
import Testing

@Model final class Pound {
    @Attribute(.unique) var name: String
    @Relationship(minimumModelCount: 2, maximumModelCount: 4, inverse: \Stray.pound) var strays: [Stray]?
    @Relationship(minimumModelCount: 2, maximumModelCount: 4, inverse: \Whistle.pounds) var whistles: [Whistle]?
    @Relationship(minimumModelCount: 2, maximumModelCount: 4) var leashes: [Leash]?

    init(_ name: String) { self.name = name }
}

@Model final class Stray {
    @Attribute(.unique) var name: String
    var pound: Pound?

    init(_ name: String) { self.name = name }
}

@Model final class Whistle {
    var name: String
    @Relationship(deleteRule: .noAction) var pounds: [Pound] = []

    init(_ name: String) { self.name = name }
}

/// A member that has no property for its owner.
@Model final class Leash {
    var name: String

    init(_ name: String) { self.name = name }
}

/// `minimumModelCount` and `maximumModelCount` where several processes change the members of one model. The contexts of a container
/// have no part in those of another one.
@Suite struct CountTests {
    /// The relationships of ``Pound``: a key in the members, a join table, and a key without a property.
    enum Relation: String, CaseIterable {
        case strays, whistles, leashes

        /// Counts the members of each owner, by psql.
        var counts: String {
            switch self {
            case .strays: "SELECT count(*) FROM stray WHERE pound_pk IS NOT NULL GROUP BY pound_pk ORDER BY pound_pk"
            case .whistles: "SELECT count(*) FROM pound_whistles GROUP BY pound_pk ORDER BY pound_pk"
            case .leashes:
                "SELECT count(*) FROM leash WHERE pound_leashes_pk IS NOT NULL GROUP BY pound_leashes_pk ORDER BY pound_leashes_pk"
            }
        }

        func add(_ name: String, to pound: Pound) {
            switch self {
            case .strays: pound.strays = (pound.strays ?? []) + [Stray(name)]
            case .whistles: pound.whistles = (pound.whistles ?? []) + [Whistle(name)]
            case .leashes: pound.leashes = (pound.leashes ?? []) + [Leash(name)]
            }
        }

        func remove(_ name: String, from pound: Pound) {
            switch self {
            case .strays: pound.strays?.removeAll { $0.name == name }
            case .whistles: pound.whistles?.removeAll { $0.name == name }
            case .leashes: pound.leashes?.removeAll { $0.name == name }
            }
        }

        func delete(_ name: String, in context: ModelContext) throws {
            switch self {
            case .strays: try context.delete(model: Stray.self, where: #Predicate { $0.name == name })
            case .whistles: try context.delete(model: Whistle.self, where: #Predicate { $0.name == name })
            case .leashes: try context.delete(model: Leash.self, where: #Predicate { $0.name == name })
            }
        }
    }

    private func container(_ namespace: TemporaryNamespace) throws -> ModelContainer {
        try ModelContainer(
            for: Pound.self,
            Stray.self,
            Whistle.self,
            Leash.self,
            configurations: namespace.configuration()
        )
    }

    private func pound(_ name: String, in context: ModelContext) throws -> Pound {
        try #require(try context.fetch(FetchDescriptor<Pound>(predicate: #Predicate { $0.name == name })).first)
    }

    /// A pound with members, and the contexts of two containers that have read it.
    private func setUp(
        _ relation: Relation,
        count: Int,
        _ namespace: TemporaryNamespace
    ) throws -> [(context: ModelContext, pound: Pound)] {
        let first = ModelContext(try container(namespace))
        let new = Pound("A")
        first.insert(new)
        for number in 0..<count { relation.add("\(number)", to: new) }
        try first.save()
        return try (0..<2).map { _ in
            let context = ModelContext(try container(namespace))
            let pound = try pound("A", in: context)
            _ = (pound.strays?.map(\.name), pound.whistles?.map(\.name), pound.leashes?.map(\.name))
            return (context, pound)
        }
    }

    private func refused(_ relation: Relation, _ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self, performing: body)
        #expect(error?.code == .validation)
        #expect(error?.entityName == "Pound" && error?.propertyName == relation.rawValue)
    }

    @Test(arguments: Relation.allCases) func twoThatAddDoNotExceedTheMaximum(_ relation: Relation) throws {
        let namespace = try TemporaryNamespace()
        let both = try setUp(relation, count: 3, namespace)
        for (number, side) in both.enumerated() { relation.add("new \(number)", to: side.pound) }
        try both[0].context.save()
        refused(relation) { try both[1].context.save() }
        #expect(both[1].context.hasChanges)
        #expect(try namespace.psql(relation.counts) == "4")
        // The refused save has left nothing behind.
        #expect(
            try namespace.psql(
                "SELECT (SELECT count(*) FROM stray) + (SELECT count(*) FROM whistle) + (SELECT count(*) FROM leash)"
            ) == "4"
        )
    }

    @Test(arguments: Relation.allCases) func twoThatRemoveDoNotFallBelowTheMinimum(_ relation: Relation) throws {
        let namespace = try TemporaryNamespace()
        let both = try setUp(relation, count: 3, namespace)
        for (number, side) in both.enumerated() { relation.remove("\(number)", from: side.pound) }
        try both[0].context.save()
        refused(relation) { try both[1].context.save() }
        #expect(try namespace.psql(relation.counts) == "2")
    }

    @Test(arguments: Relation.allCases) func batchDeletionsKeepTheMinimum(_ relation: Relation) throws {
        let namespace = try TemporaryNamespace()
        let both = try setUp(relation, count: 3, namespace)
        try relation.delete("0", in: both[0].context)
        refused(relation) { try relation.delete("1", in: both[1].context) }
        #expect(try namespace.psql(relation.counts) == "2")
        // With its owner, every member may go, and none is as good as no relationship.
        both[1].context.rollback()
        try both[1].context.delete(model: Pound.self)
        #expect(try namespace.psql(relation.counts).isEmpty)
    }

    /// The member's side of the relationship is what is edited.
    @Test func membersThatMoveLeaveAndJoinOwnersWithinTheirCounts() throws {
        let namespace = try TemporaryNamespace()
        let first = ModelContext(try container(namespace))
        for (name, count) in [("A", 3), ("B", 3)] {
            let pound = Pound(name)
            first.insert(pound)
            pound.strays = (0..<count).map { Stray("\(name)\($0)") }
        }
        try first.save()
        let contexts = try (0..<2).map { _ in ModelContext(try container(namespace)) }
        for (number, context) in contexts.enumerated() {
            let (name, target) = ("A\(number)", try pound("B", in: context))
            let stray = FetchDescriptor<Stray>(predicate: #Predicate { $0.name == name })
            try #require(try context.fetch(stray).first).pound = target
        }
        try contexts[0].save()
        // "A" would have one, and "B" five.
        refused(.strays) { try contexts[1].save() }
        #expect(try namespace.psql(Relation.strays.counts) == "2\n4")
        contexts[1].rollback()
        let other = ModelContext(contexts[1].container)
        // A new model that turns out to be a stored one leaves its owner.
        other.insert(Stray("A2"))
        refused(.strays) { try other.save() }
        #expect(try namespace.psql(Relation.strays.counts) == "2\n4")
    }

    @Test(arguments: Relation.allCases) func deletionsOfModelsKeepTheMinimum(_ relation: Relation) throws {
        let namespace = try TemporaryNamespace()
        let both = try setUp(relation, count: 3, namespace)
        func delete(_ number: Int, _ side: (context: ModelContext, pound: Pound)) throws {
            switch relation {
            case .strays: side.context.delete(try #require(side.pound.strays?.first { $0.name == "\(number)" }))
            case .whistles: side.context.delete(try #require(side.pound.whistles?.first { $0.name == "\(number)" }))
            case .leashes: side.context.delete(try #require(side.pound.leashes?.first { $0.name == "\(number)" }))
            }
        }
        for (number, side) in both.enumerated() { try delete(number, side) }
        try both[0].context.save()
        refused(relation) { try both[1].context.save() }
        #expect(try namespace.psql(relation.counts) == "2")
    }

    /// The count waits for a transaction that has the owner's row, and sees what it has committed.
    @Test(arguments: ["read committed", "repeatable read"])
    func aSaveCountsWhatATransactionBesideItCommits(_ isolation: String) throws {
        let namespace = try TemporaryNamespace()
        let side = try setUp(.strays, count: 3, namespace)[0]
        var configuration = namespace.configuration()
        configuration.connection +=
            "&options=-c%20default_transaction_isolation%3D\(isolation.replacing(" ", with: "%5C%20"))"
        let container = try ModelContainer(
            for: Pound.self,
            Stray.self,
            Whistle.self,
            Leash.self,
            configurations: configuration
        )
        let held = try PostgresConnection(namespace.url)
        try held.script("SET search_path TO \(namespace.name)")
        try held.script(
            "BEGIN; SELECT 1 FROM pound FOR NO KEY UPDATE; "
                + "INSERT INTO stray (row_entity, name, pound_pk) SELECT row_entity, 'SQL', pound_pk FROM stray WHERE name = '0'"
        )
        let outcome = Locked<StoreError.Code?>(nil)
        let done = DispatchSemaphore(value: 0)
        let identifier = side.pound.persistentModelID
        Thread.detachNewThread {
            let context = ModelContext(container)
            let stray = Stray("new")
            context.insert(stray)
            stray.pound = context.model(for: identifier) as? Pound
            do { try context.save() } catch { outcome.withLock { $0 = (error as? StoreError)?.code } }
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 0.5) == .timedOut)
        try held.script("COMMIT")
        #expect(done.wait(timeout: .now() + 20) == .success)
        #expect(outcome.withLock { $0 } == .validation)
        #expect(try namespace.psql(Relation.strays.counts) == "4")
    }

    /// As many of the saves succeed as there are places.
    @Test(arguments: Relation.allCases) func ofManyWritersAsManySucceedAsThereArePlaces(_ relation: Relation)
        async throws
    {
        for _ in 0..<Trials.count(2) {
            let namespace = try TemporaryNamespace()
            let containers = try setUp(relation, count: 2, namespace).map(\.context.container)
            let saved = await withTaskGroup(of: Bool.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        let context = ModelContext(containers[writer % 2])
                        while true {
                            do {
                                let pounds = try context.fetch(FetchDescriptor<Pound>())
                                relation.add("writer \(writer)", to: try #require(pounds.first))
                                try context.save()
                                return true
                            } catch let error as StoreError where error.code == .validation {
                                return false
                            } catch {
                                context.rollback()
                            }
                        }
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(saved == 2)
            #expect(try namespace.psql(relation.counts) == "4")
        }
    }
}
#endif
