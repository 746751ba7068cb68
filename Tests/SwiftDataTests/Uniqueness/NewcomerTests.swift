import SwiftData
import TestSupport
import Testing

/// A new model whose unique values a stored row has, and what becomes of both objects.
@Suite struct NewcomerTests {
    @Test(arguments: Medium.allCases)
    func theRegisteredObjectTakesTheValuesAndTheRowKeepsItsIdentifier(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("KGX", name: "Kings", opened: 1852)
        try railway.save(old)
        let identifier = old.persistentModelID
        let newcomer = Station("KGX", name: "King's Cross")
        try railway.save(newcomer)
        #expect(old.name == "King's Cross")
        #expect(old.opened == nil)
        #expect(old.persistentModelID == identifier)
        #expect(old.modelContext === railway.context)
        #expect(newcomer.name == "King's Cross")
        #expect(newcomer.persistentModelID == identifier)
        #expect(newcomer.modelContext == nil)
        #expect(!newcomer.isDeleted)
        #expect(!newcomer.hasChanges)
        #expect(try railway.context.fetch(FetchDescriptor<Station>()).map { $0 === old } == [true])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func whatIsWrittenToTheNewcomerReachesTheRegisteredObject(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("KGX")
        let region = Region("London")
        try railway.save(old, region)
        let newcomer = Station("KGX", name: "new")
        try railway.save(newcomer)
        newcomer.name = "written"
        newcomer.region = region
        #expect(old.name == "written")
        #expect(old.hasChanges)
        #expect(region.stations.map { $0 === old } == [true])
        #expect(railway.context.changedModelsArray.contains { $0 === old })
        try railway.context.save()
        try railway.check()
        let manager = Manager("Ada")
        manager.station = newcomer
        try railway.save(manager)
        #expect(manager.station === old)
        try railway.check()
        railway.context.delete(newcomer)
        #expect(old.isDeleted)
        try railway.context.save()
        #expect(newcomer.name == "written")
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func theNewcomerIsTheObjectOfTheRowWhereNoOtherIsRegistered(_ medium: Medium) throws {
        let railway = try Railway(medium)
        do {
            let old = Station("KGX", name: "old")
            try railway.save(old)
        }
        let newcomer = Station("KGX", name: "new")
        try railway.save(newcomer)
        #expect(newcomer.modelContext === railway.context)
        #expect(try railway.context.fetch(FetchDescriptor<Station>()).map { $0 === newcomer } == [true])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func theNewcomerTakesThePlaceOfARegisteredObjectThatIsReleased(_ medium: Medium) throws {
        let railway = try Railway(medium)
        var old: Station? = Station("KGX", name: "old")
        try railway.save(try #require(old))
        let newcomer = Station("KGX", name: "new")
        try railway.save(newcomer)
        weak let released = old
        old = nil
        #expect(released == nil)
        #expect(newcomer.name == "new")
        newcomer.name = "later"
        #expect(newcomer.modelContext === railway.context)
        try railway.context.save()
        #expect(try railway.context.fetch(FetchDescriptor<Station>()).map { $0 === newcomer } == [true])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func unsavedEditsGiveWayToTheNewcomersValuesAndAddedMembersStay(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("KGX", name: "old", opened: 1852)
        let (first, second, third) = (Line("1"), Line("2"), Line("3"))
        old.lines = [first, second]
        try railway.save(old, third)
        old.name = "edited"
        old.opened = 1853
        old.lines.removeAll { $0 === first }
        old.lines.append(third)
        let newcomer = Station("KGX", name: "new", opened: 1854)
        newcomer.lines = [first]
        try railway.save(newcomer)
        #expect(old.name == "new")
        #expect(old.opened == 1854)
        #expect(Set(old.lines.map(\.name)) == ["1", "2", "3"])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func ofTwoNewcomersTheLaterOnesValuesStay(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let (first, second, third) = (Station("A", name: "1"), Station("A", name: "2"), Station("A", name: "3"))
        let (here, there) = (Region("here"), Region("there"))
        let (ada, bob) = (Manager("Ada"), Manager("Bob"))
        first.region = here
        first.manager = ada
        third.region = there
        third.manager = bob
        first.platforms = [Platform(1, length: 100)]
        second.platforms = [Platform(1, length: 200), Platform(2, length: 300)]
        try railway.save(first, second, third)
        #expect(first.name == "3")
        #expect(first.modelContext === railway.context)
        #expect(second.modelContext == nil)
        #expect(third.persistentModelID == first.persistentModelID)
        #expect(first.region === there)
        #expect(here.stations.isEmpty)
        #expect(first.manager === bob)
        #expect(ada.station == nil)
        #expect(Set(first.platforms.map(\.length)) == [200, 300])
        try railway.check()
    }

    @Test func theNotificationsTellOfUpdatesAndOfEachInsertionOnce() throws {
        let railway = try Railway(.disk)
        let old = Station("A", name: "old")
        try railway.save(old)
        let reported = SaveLog(railway.context)
        let (upsert, new, again) = (Station("A"), Station("B"), Station("B", name: "again"))
        try railway.save(upsert, new, again)
        #expect(reported.inserted == [[new.persistentModelID]])
        #expect(reported.updated == [[old.persistentModelID]])
        let kinds = "SELECT ZCHANGETYPE, ZENTITYPK FROM ACHANGE WHERE ZTRANSACTIONID = 2 ORDER BY 1, 2"
        #expect(try railway.store.sqlite3(kinds) == "0|3\n1|1")
    }

    @Test func relationshipsToANewcomerLeadToTheStoredModel() throws {
        let context = try memoryContext(Book.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(Book(title: "old", tags: [old]))
        try context.save()
        let book = Book(title: "new")
        let newcomer = Tag(name: "x", weight: 2)
        book.tags = [newcomer]
        context.insert(book)
        try context.save()
        #expect(old.weight == 2)
        #expect(Set(old.books.map(\.title)) == ["old", "new"])
        #expect(book.tags.map(\.persistentModelID) == [old.persistentModelID])
        #expect(book.tags.first === old)
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Tag>())
        #expect(read.count == 1)
        #expect(Set(read[0].books.map(\.title)) == ["old", "new"])
    }

    @Test func newcomersOfTwoGraphsBecomeOne() throws {
        let context = try memoryContext(Book.self)
        let one = Book(title: "1", tags: [Tag(name: "x", weight: 1)])
        let two = Book(title: "2", tags: [Tag(name: "x", weight: 2)])
        context.insert(one)
        context.insert(two)
        try context.save()
        #expect(one.tags.first === two.tags.first)
        #expect(one.tags.first?.weight == 2)
        #expect(!one.tags.contains { $0.persistentModelID.isTemporary })
        #expect(Set(one.tags.first?.books.map(\.title) ?? []) == ["1", "2"])
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Tag>()) == 1)
    }
}

/// The content of the `didSave` notifications.
private final class SaveLog: @unchecked Sendable {
    // It is told on the thread that saves, which is the test's.
    private(set) var inserted: [[PersistentIdentifier]] = []
    private(set) var updated: [[PersistentIdentifier]] = []
    private var observer: (any NSObjectProtocol)?

    init(_ context: ModelContext) {
        observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { [unowned self] note in
            let keys = ModelContext.NotificationKey.self
            inserted.append(note.userInfo?[keys.insertedIdentifiers] as? [PersistentIdentifier] ?? [])
            updated.append(note.userInfo?[keys.updatedIdentifiers] as? [PersistentIdentifier] ?? [])
        }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
