import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// A cascade to models that were never read is followed by the store, with the same results as by the context.
@Suite struct UnreadCascadeTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    /// Two towns with three streets of four houses each.
    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Town.self, Street.self, House.self)
        let context = ModelContext(container)
        for town in 0..<2 {
            let town = Town(name: "t\(town)")
            context.insert(town)
            for street in 0..<3 {
                let street = Street(name: "\(town.name) s\(street)", town: town)
                context.insert(street)
                for number in 0..<4 { context.insert(House(number: number, street: street)) }
            }
        }
        try context.save()
    }

    private func town(_ name: String, in context: ModelContext) throws -> Town {
        try #require(try context.fetch(FetchDescriptor<Town>(predicate: #Predicate { $0.name == name })).first)
    }

    private func counts() throws -> [String] {
        try ["ZTOWN", "ZSTREET", "ZHOUSE"].map { try store.sqlite3("SELECT count(*) FROM \($0)") }
    }

    @Test func theRowsGoAndTheHistoryTellsOfEachOfThem() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        let key = try store.sqlite3("SELECT Z_PK FROM ZTOWN WHERE ZNAME = 't0'")
        let wanted = try ["TOWN", "STREET", "HOUSE"].map { name in
            let condition = [
                "TOWN": "Z_PK = \(key)", "STREET": "ZTOWN = \(key)",
                "HOUSE": "ZSTREET IN (SELECT Z_PK FROM ZSTREET WHERE ZTOWN = \(key))",
            ]
            return try store.sqlite3("SELECT Z_ENT, Z_PK FROM Z\(name) WHERE \(condition[name] ?? "")")
        }
        let statements = try StatementRecorder(container).statements {
            context.delete(doomed)
            try context.save()
        }
        #expect(!statements.contains { $0.contains("ZNUMBER") })
        #expect(try counts() == ["1", "3", "12"])
        #expect(try store.sqlite3("SELECT count(*) FROM ZHOUSE WHERE ZSTREET NOT IN (SELECT Z_PK FROM ZSTREET)") == "0")
        let reported = try store.sqlite3("SELECT ZENTITY, ZENTITYPK FROM ACHANGE WHERE ZCHANGETYPE = 2")
        let rows = Set(wanted.flatMap { $0.split(separator: "\n") })
        #expect(rows.count == 16)
        #expect(Set(reported.split(separator: "\n")) == rows)
        #expect(reported.split(separator: "\n").count == 16)
        #expect(try store.sqlite3("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1") == "0")
        #expect(
            try store.sqlite3("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001")
                == store.sqlite3("SELECT max(Z_PK) FROM ACHANGE")
        )
    }

    @Test func theNotificationNamesEveryRow() throws {
        let context = ModelContext(container)
        let reader = ModelContext(container)
        let doomed = try town("t0", in: context)
        let expected = Set(
            try reader.fetchIdentifiers(FetchDescriptor<House>(predicate: #Predicate { $0.street?.town?.name == "t0" }))
                + reader.fetchIdentifiers(FetchDescriptor<Street>(predicate: #Predicate { $0.town?.name == "t0" }))
        )
        let house = try #require(
            try reader.fetch(FetchDescriptor<House>(predicate: #Predicate { $0.street?.town?.name == "t0" })).first
        )
        let reported = SavedIdentifiers()
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) {
            let key = ModelContext.NotificationKey.deletedIdentifiers.rawValue
            reported.identifiers = $0.userInfo?[key] as? [PersistentIdentifier] ?? []
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.delete(doomed)
        try context.save()
        #expect(expected.count == 15)
        #expect(Set(reported.identifiers) == expected.union([doomed.persistentModelID]))
        #expect(reported.identifiers.count == 16)
        // The other context hears of it as well.
        _ = try reader.fetchCount(FetchDescriptor<Town>())
        #expect(house.modelContext == nil)
    }

    /// Only touched by the thread of the test.
    private final class SavedIdentifiers: @unchecked Sendable {
        var identifiers: [PersistentIdentifier] = []
    }

    @Test func aFetchBeforeTheSaveFindsTheModelsDeleted() throws {
        let context = ModelContext(container)
        context.delete(try town("t0", in: context))
        #expect(try context.fetchCount(FetchDescriptor<House>()) == 12)
        #expect(try context.fetch(FetchDescriptor<Street>()).allSatisfy { $0.town?.name == "t1" })
        #expect(context.deletedModelsArray.count == 16)
        try context.save()
        #expect(try counts() == ["1", "3", "12"])
    }

    @Test func whatIsDeletedCanBeListedWithoutAFetch() throws {
        let context = ModelContext(container)
        context.delete(try town("t0", in: context))
        #expect(context.deletedModelsArray.count == 16)
        #expect(context.deletedModelsArray.allSatisfy { $0.isDeleted })
    }

    @Test func aModelOfARowIsFoundDeleted() throws {
        let identifier = try #require(
            try ModelContext(container).fetchIdentifiers(
                FetchDescriptor<House>(predicate: #Predicate { $0.street?.town?.name == "t0" })
            ).first
        )
        let context = ModelContext(container)
        context.delete(try town("t0", in: context))
        #expect((context.model(for: identifier) as? House)?.isDeleted == true)
    }

    @Test func theMembersOfADeletedModelCanBeRead() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        context.delete(doomed)
        #expect(doomed.streets.count == 3)
        #expect(doomed.streets.allSatisfy { $0.isDeleted })
        try context.save()
        #expect(try counts() == ["1", "3", "12"])
    }

    @Test func aModelThatIsKnownIsDeletedAtOnce() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        let house = try #require(
            try context.fetch(FetchDescriptor<House>(predicate: #Predicate { $0.street?.town?.name == "t0" })).first
        )
        context.delete(doomed)
        #expect(house.isDeleted)
        #expect(house.modelContext != nil)
    }

    @Test func aChildThatMovesAwayAfterItWasReadStays() throws {
        let context = ModelContext(container)
        let (doomed, other) = (try town("t0", in: context), try town("t1", in: context))
        let street = try #require(doomed.streets.first)
        street.town = other
        context.delete(doomed)
        try context.save()
        #expect(try counts() == ["1", "4", "16"])
    }

    @Test func aRollbackLeavesEverythingAsItWas() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        context.delete(doomed)
        context.rollback()
        #expect(doomed.streets.flatMap(\.houses).count == 12)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try counts() == ["2", "6", "24"])
    }

    @Test func aModelThatIsInsertedAgainHasLostItsMembers() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        context.delete(doomed)
        context.insert(doomed)
        #expect(doomed.streets.isEmpty)
        try context.save()
        #expect(try counts() == ["2", "3", "12"])
    }

    @Test func aSaveThatFailsLeavesTheDeletionPending() throws {
        let context = ModelContext(container)
        let doomed = try town("t0", in: context)
        _ = try store.sqlite3("CREATE TRIGGER T BEFORE DELETE ON ZHOUSE BEGIN SELECT RAISE(ABORT, 'no'); END")
        context.delete(doomed)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try counts() == ["2", "6", "24"])
        #expect(doomed.isDeleted)
        _ = try store.sqlite3("DROP TRIGGER T")
        try context.save()
        #expect(try counts() == ["1", "3", "12"])
    }

    @Test func whatIsUndoneComesBackWithItsMembers() throws {
        let context = ModelContext(container)
        let manager = UndoManager()
        context.undoManager = manager
        let doomed = try town("t0", in: context)
        context.delete(doomed)
        manager.undo()
        #expect(doomed.streets.flatMap(\.houses).count == 12)
        try context.save()
        #expect(try counts() == ["2", "6", "24"])
    }
}

@Model
final class Town {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Street.town) var streets: [Street] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Street {
    var name: String
    var town: Town?
    @Relationship(deleteRule: .cascade, inverse: \House.street) var houses: [House] = []

    init(name: String, town: Town) {
        self.name = name
        self.town = town
    }
}

@Model
final class House {
    var number: Int
    var street: Street?

    init(number: Int, street: Street) {
        self.number = number
        self.street = street
    }
}
