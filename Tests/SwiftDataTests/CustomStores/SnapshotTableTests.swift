import SwiftData
import Testing

/// Unique values, and what is no longer there, in a store that saves with ``SnapshotTable``.
@Suite struct SnapshotTableTests {
    private let store: CustomStore
    private let context: ModelContext

    init() throws {
        store = try CustomStore(.table, Railway.types)
        context = try store.context()
    }

    private func save(_ models: any PersistentModel...) throws {
        for model in models { context.insert(model) }
        try context.save()
    }

    @Test func aNewModelWithTheUniqueValuesOfAStoredOneBecomesIt() throws {
        let old = Station("Z", name: "old", opened: 1900)
        old.region = Region("east")
        old.platforms = [Platform(1, length: 10)]
        old.manager = Manager("Ann")
        try save(old)
        let new = Station("Z", name: "new")
        new.platforms = [Platform(2, length: 20)]
        try save(new)
        #expect(old.name == "new" && old.opened == nil && old.region == nil && old.manager == nil)
        #expect(new.persistentModelID == old.persistentModelID)
        let read = try #require(try store.context().all(Station.self).first)
        #expect(read.platforms.map(\.number) == [1, 2])
        #expect(read.platforms.allSatisfy { $0.station === read })
        let other = try store.context()
        #expect(try other.all(Manager.self).map { $0.station == nil } == [true])
        #expect(try other.all(Region.self).map { $0.stations.isEmpty } == [true])
    }

    @Test func clashesAreFollowedAlongRelationshipsWhateverTheOrder() throws {
        let station = Station("Z")
        try save(station, Platform(3, length: 1, station: station))
        let again = Station("Z", name: "again")
        let platform = Platform(3, length: 2)
        context.insert(platform)
        platform.station = again
        try context.save()
        let read = try store.context().all(Platform.self)
        #expect(read.map(\.length) == [2])
        #expect(read.first?.station?.name == "again")
    }

    @Test func ofNewModelsThatClashTheLastWinsAndNilClashesWithNothing() throws {
        try save(Station("Z", name: "1"), Station("Z", name: "2"), Platform(nil, length: 1), Platform(nil, length: 2))
        #expect(try store.context().all(Station.self).map(\.name) == ["2"])
        #expect(try store.context().all(Platform.self).count == 2)
    }

    @Test func whatTheSameSaveFreesDoesNotClash() throws {
        let (a, b) = (Station("A"), Station("B"))
        try save(a, b)
        a.code = "C"
        context.delete(b)
        try save(Station("A", name: "new"), Station("B", name: "new"))
        let read = try store.context().all(Station.self, sortBy: [SortDescriptor(\.code)])
        #expect(read.map { $0.code + $0.name } == ["Anew", "Bnew", "C"])
    }

    @Test func anUpdateThatClashesIsRefusedAndStaysPending() throws {
        let (a, b) = (Station("A"), Station("B"))
        try save(a, b)
        b.code = "A"
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == .constraint && error.propertyName == "code")
        #expect(context.hasChanges)
        b.code = "C"
        try context.save()
    }

    @Test func aNewModelWithTheValuesOfTwoRowsIsRefused() throws {
        try save(
            Passenger(email: "a", first: "A", last: "A", trips: 1),
            Passenger(email: "b", first: "B", last: "B", trips: 1)
        )
        context.insert(Passenger(email: "a", first: "B", last: "B", trips: 2))
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == .constraint)
    }

    /// As in the default store: the row could not be read without a partner.
    @Test func whatMustLeadSomewhereIsLeftAloneWhenItsPartnerGoes() throws {
        let store = try CustomStore(.table, [Suitcase.self, Traveller.self])
        let context = try store.context()
        let suitcase = Suitcase(Traveller("Ann"))
        context.insert(suitcase)
        context.insert(Traveller("Bob"))
        try context.save()
        let other = try store.context()
        for traveller in try other.all(Traveller.self) { other.delete(traveller) }
        try other.save()
        let read = try store.context()
        #expect(try read.all(Traveller.self).isEmpty)
        #expect(try read.all(Suitcase.self).map(\.label) == ["suitcase"])
    }

    @Test func anUpdateOfARowThatIsGoneIsRefused() throws {
        let station = Station("A")
        try save(station)
        (store.configuration as? TableConfiguration)?.shelf.table = SnapshotTable()
        station.name = "x"
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error.code == .missingRow)
    }
}

/// Leads to a traveller that does not know of it.
@Model
final class Suitcase {
    var label = "suitcase"
    @Relationship(inverse: nil) var traveller: Traveller

    init(_ traveller: Traveller) { self.traveller = traveller }
}

@Model
final class Traveller {
    var name: String

    init(_ name: String) { self.name = name }
}
