import SwiftData
import TestSupport
import Testing

/// A class as a value: the program may change it in place, in the isolation of its context.
final class Padlock: Codable {
    var digits: String

    init(_ digits: String) { self.digits = digits }
}

@Model
final class Chest {
    var name: String
    @Attribute(.codable) var padlock: Padlock

    init(name: String, padlock: Padlock) {
        self.name = name
        self.padlock = padlock
    }
}

/// Two contexts, which may be used on two threads, never have one instance of a class in common.
@Suite struct SharedInstanceTests {
    enum Place: CaseIterable {
        case memory, file, plain, table
    }

    /// The container, and what must stay as long as it.
    private func container(_ place: Place) throws -> (ModelContainer, Any) {
        func custom(_ kind: StoreKind) throws -> (ModelContainer, Any) {
            let store = try CustomStore(kind, [Chest.self])
            return (try store.context().container, store)
        }
        switch place {
        case .memory: return (try memoryContext(Chest.self).container, ())
        case .file:
            let store = try TemporaryFolder()
            return (try store.container(for: Chest.self), store)
        case .plain: return try custom(.plain)
        case .table: return try custom(.table)
        }
    }

    private func chest(_ context: ModelContext) throws -> Chest {
        try #require(try context.fetch(FetchDescriptor<Chest>()).first)
    }

    @Test(arguments: Place.allCases)
    func whatOneContextSavesIsAnotherInstanceElsewhere(_ place: Place) throws {
        let (container, store) = try container(place)
        try withExtendedLifetime(store) {
            let (first, second) = (ModelContext(container), ModelContext(container))
            let padlock = Padlock("123")
            let mine = Chest(name: "a", padlock: padlock)
            first.insert(mine)
            try first.save()
            let theirs = try chest(second)
            #expect(theirs.padlock !== padlock && theirs.padlock !== mine.padlock)
            #expect(theirs.padlock.digits == "123")
            // Changed in place, against the contract: nobody else sees it.
            padlock.digits = "broken"
            #expect(theirs.padlock.digits == "123")
            let third = try chest(ModelContext(container))
            #expect(third.padlock !== theirs.padlock && third.padlock.digits == "123")
        }
    }

    @Test(arguments: Place.allCases, [false, true])
    func aSaveReachesOtherContextsAsAnotherInstance(_ place: Place, isObserved: Bool) throws {
        let (container, store) = try container(place)
        try withExtendedLifetime(store) {
            let (first, second) = (ModelContext(container), ModelContext(container))
            first.insert(Chest(name: "a", padlock: Padlock("123")))
            try first.save()
            let (mine, theirs) = (try chest(first), try chest(second))
            // Rows of a save are handed on to contexts with observers.
            let results = isObserved ? try ResultsObserver<Chest, Never>(modelContext: second) : nil
            #expect(theirs.padlock.digits == "123")
            let padlock = Padlock("456")
            mine.padlock = padlock
            try first.save()
            #expect(results.map { $0.results.count } ?? 1 == 1)
            second.processPendingChanges()
            #expect(theirs.padlock.digits == "456")
            #expect(theirs.padlock !== padlock && theirs.padlock !== mine.padlock)
        }
    }

    @Test(arguments: Place.allCases)
    func aValueThatLosesIsAnotherInstance(_ place: Place) throws {
        let (container, store) = try container(place)
        try withExtendedLifetime(store) {
            let (first, second) = (ModelContext(container), ModelContext(container))
            first.insert(Chest(name: "a", padlock: Padlock("123")))
            try first.save()
            let (mine, theirs) = (try chest(first), try chest(second))
            theirs.padlock = Padlock("mine")
            let padlock = Padlock("456")
            mine.padlock = padlock
            try first.save()
            second.processPendingChanges()
            let other = try #require(second.conflicts.first?.otherValue as? Padlock)
            #expect(other.digits == "456" && other !== padlock && other !== mine.padlock)
            second.rollback()
            #expect(theirs.padlock.digits == "456")
            #expect(theirs.padlock !== padlock && theirs.padlock !== mine.padlock)
        }
    }
}
