import SwiftData
import TestSupport
import Testing

/// The models that clash, and the effect of a clash that cannot be an update.
@Suite struct ClashTests {
    @Test(arguments: Medium.allCases)
    func nilNeverClashesAndStringsClashByteForByte(_ medium: Medium) throws {
        let railway = try Railway(medium)
        try railway.save(
            Passenger(email: nil, first: "a", last: "1", trips: 1),
            Passenger(email: nil, first: "a", last: "2", trips: 2)
        )
        #expect(try railway.context.fetchCount(FetchDescriptor<Passenger>()) == 2)
        // Equal for Swift, but not the same bytes; and letters of another case.
        try railway.save(Station("caf\u{E9}"), Station("cafe\u{301}"), Station("CAF\u{C9}"))
        try railway.save(Station("caf\u{E9}"))
        #expect(try railway.context.fetchCount(FetchDescriptor<Station>()) == 3)
        try railway.save(
            Platform(nil, length: 1),
            Platform(nil, length: 2),
            Platform(1, length: 3),
            Platform(1, length: 4)
        )
        #expect(try railway.context.fetchCount(FetchDescriptor<Platform>()) == 4)
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func compoundConstraintsClashAsAWhole(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Passenger(email: "a@x", first: "A", last: "X", trips: 1)
        try railway.save(old)
        try railway.save(Passenger(email: "b@x", first: "A", last: "Y", trips: 2))
        try railway.save(Passenger(email: "c@x", first: "A", last: "X", trips: 3))
        #expect(try railway.context.fetchCount(FetchDescriptor<Passenger>()) == 2)
        #expect(old.trips == 3)
        #expect(old.email == "c@x")
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func aNewcomerThatClashesWithTwoRowsIsRefusedAndNothingIsLost(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let one = Passenger(email: "a@x", first: "A", last: "X", trips: 1)
        let two = Passenger(email: "b@x", first: "B", last: "X", trips: 2)
        try railway.save(one, two)
        let both = Passenger(email: "a@x", first: "B", last: "X", trips: 3)
        railway.context.insert(both)
        let error = #expect(throws: StoreError.self) { try railway.context.save() }
        #expect(error?.code == .constraint)
        #expect((one.trips, two.trips, both.trips) == (1, 2, 3))
        #expect(both.modelContext === railway.context)
        both.first = "C"
        try railway.context.save()
        #expect(one.trips == 3)
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func anUpdateThatClashesIsRefusedAndNothingIsLost(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let (one, two) = (Station("A", name: "1"), Station("B", name: "2"))
        try railway.save(one, two)
        two.code = "A"
        two.name = "edited"
        let newcomer = Station("C")
        railway.context.insert(newcomer)
        let error = #expect(throws: StoreError.self) { try railway.context.save() }
        #expect(error?.code == .constraint)
        #expect(error?.entityName == "Station")
        #expect(error?.propertyName == "code")
        #expect(two.code == "A")
        #expect(two.name == "edited")
        #expect(newcomer.persistentModelID.storeIdentifier == nil)
        #expect(try ModelContext(railway.container).fetch(FetchDescriptor<Station>()).count == 2)
        two.code = "D"
        try railway.context.save()
        #expect(Set(try railway.context.fetch(FetchDescriptor<Station>()).map(\.code)) == ["A", "C", "D"])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func aRowThatTheSameSaveDeletesOrRenamesDoesNotClash(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let (one, two) = (Station("A", name: "1"), Station("B", name: "2"))
        try railway.save(one, two)
        let former = one.persistentModelID
        railway.context.delete(one)
        two.code = "C"
        let (newA, newB) = (Station("A", name: "new"), Station("B", name: "new"))
        try railway.save(newA, newB)
        #expect(newA.persistentModelID != former)
        #expect(newB.persistentModelID != two.persistentModelID)
        #expect(newA.modelContext === railway.context)
        #expect(two.name == "2")
        #expect(try railway.context.fetchCount(FetchDescriptor<Station>()) == 3)
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func aRowThatTheSameSaveRenamesToTheValueClashes(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A", name: "old")
        try railway.save(old)
        old.code = "B"
        let newcomer = Station("B", name: "new")
        try railway.save(newcomer)
        #expect(old.name == "new")
        #expect(newcomer.persistentModelID == old.persistentModelID)
        #expect(try railway.context.fetch(FetchDescriptor<Station>()).map(\.code) == ["B"])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func anotherSubclassesRowIsNotOverwritten(_ medium: Medium) throws {
        let store = try TemporaryFolder()
        let configuration =
            medium == .memory ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: store.file)
        let container = try ModelContainer(
            for: Schema([Ticket.self, DayTicket.self]),
            configurations: [configuration]
        )
        let context = ModelContext(container)
        let (ticket, day) = (Ticket("1", price: 1), DayTicket("2", price: 2, day: 3))
        context.insert(ticket)
        context.insert(day)
        try context.save()
        let newcomer = DayTicket("2", price: 20, day: 30)
        context.insert(newcomer)
        try context.save()
        #expect((day.price, day.day) == (20, 30))
        #expect(newcomer.modelContext == nil)
        #expect(try context.fetchCount(FetchDescriptor<Ticket>()) == 2)
        for clash in [Ticket("2", price: 5), DayTicket("1", price: 5, day: 5)] {
            context.insert(clash)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .constraint)
            context.delete(clash)
            try context.save()
        }
        #expect((ticket.price, day.price) == (1, 20))
    }
}

@Model
class Ticket {
    @Attribute(.unique) var number: String
    var price: Int

    init(_ number: String, price: Int) {
        self.number = number
        self.price = price
    }
}

@Model
final class DayTicket: Ticket {
    var day: Int

    init(_ number: String, price: Int, day: Int) {
        self.day = day
        super.init(number, price: price)
    }
}
