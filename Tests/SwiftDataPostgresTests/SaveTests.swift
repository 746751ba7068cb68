#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

@Model final class Lamp {
    var name: String
    /// Without another side.
    var socket: Socket?

    init(name: String, socket: Socket? = nil) {
        self.name = name
        self.socket = socket
    }
}

@Model final class Socket {
    var name: String

    init(name: String) { self.name = name }
}

@Model final class FilmCopy {
    var film: Data

    init(film: Data) { self.film = film }
}

@Model final class Ticket {
    #Unique<Ticket>([\.row], [\.seat])
    var row: Int
    var seat: Int
    var price = 0

    init(row: Int, seat: Int, price: Int = 0) {
        (self.row, self.seat, self.price) = (row, seat, price)
    }
}

@Model final class Queue {
    var name: String
    @Relationship(inverse: \Waiter.queue) var waiters: [Waiter] = []

    init(name: String) { self.name = name }
}

@Model final class Waiter {
    var name: String
    var queue: Queue?

    init(name: String) { self.name = name }
}

/// Names of which several become one in SQL.
@Model final class TripPlan {
    @Attribute(.unique) var name: String
    var owner: Queue?

    init(name: String) { self.name = name }
}

/// What one save makes of rows that it writes more than once.
@Suite struct SaveTests {
    private let namespace: TemporaryNamespace
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        namespace = try TemporaryNamespace()
        container = try ModelContainer(
            for: Lamp.self,
            Socket.self,
            Ticket.self,
            Queue.self,
            Waiter.self,
            TripPlan.self,
            configurations: namespace.configuration()
        )
        context = ModelContext(container)
    }

    @Test func rowsThatLeadToEachOtherAreDeletedTogether() throws {
        let socket = Socket(name: "S")
        let lamp = Lamp(name: "L", socket: socket)
        context.insert(lamp)
        // The table of the destination comes first here, and second there.
        let (queue, plan) = (Queue(name: "Q"), TripPlan(name: "P"))
        context.insert(plan)
        plan.owner = queue
        try context.save()
        for model in [socket, lamp, queue, plan] as [any PersistentModel] { context.delete(model) }
        try context.save()
        let tables = ["lamp", "socket", "queue", "trip_plan"].map { "(SELECT count(*) FROM \($0))" }
        #expect(try namespace.psql("SELECT " + tables.joined(separator: ", ")) == "0|0|0|0")
    }

    @Test func anEditOfARowThatTheSaveItselfClearsIsComparedWithWhatWasRead() throws {
        let socket = Socket(name: "S")
        let lamp = Lamp(name: "L", socket: socket)
        context.insert(lamp)
        try context.save()
        context.mergePolicy = .error
        _ = try namespace.psql("UPDATE lamp SET name = 'other', row_version = row_version + 1")
        lamp.name = "mine"
        context.delete(socket)
        do {
            try context.save()
            Issue.record("an update was lost")
        } catch let error as StoreError {
            #expect(error.code == .conflict)
        }
        #expect(try namespace.psql("SELECT name, socket_pk IS NULL FROM lamp") == "other|f")
    }

    @Test func aRowCountsASaveOnce() throws {
        let socket = Socket(name: "S")
        let lamp = Lamp(name: "L", socket: socket)
        context.insert(lamp)
        try context.save()
        lamp.name = "M"
        context.delete(socket)
        try context.save()
        #expect(try namespace.psql("SELECT name, row_version FROM lamp") == "M|2")
        lamp.name = "N"
        try context.save()
        #expect(try namespace.psql("SELECT name, row_version FROM lamp") == "N|3")
    }

    @Test func aNewModelJoinsARowThatTheSaveUpdatesToo() throws {
        let stored = Ticket(row: 1, seat: 1)
        context.insert(stored)
        try context.save()
        stored.price = 9
        context.insert(Ticket(row: 1, seat: 2, price: 5))
        try context.save()
        #expect(try namespace.psql("SELECT string_agg(concat_ws(' ', row, seat, price), ',') FROM ticket") == "1 2 5")
    }

    @Test func aValueThatARowHasGivenUpBelongsToNoRow() throws {
        context.insert(Ticket(row: 1, seat: 1, price: 1))
        try context.save()
        context.insert(Ticket(row: 1, seat: 2, price: 2))
        context.insert(Ticket(row: 3, seat: 1, price: 3))
        try context.save()
        let rows = try namespace.psql(
            "SELECT string_agg(concat_ws(' ', row, seat, price), ',' ORDER BY row) FROM ticket"
        )
        #expect(rows == "1 2 2,3 1 3")
    }

    @Test func valuesAreExchangedByEditsOfDifferentProperties() throws {
        let (first, second) = (Ticket(row: 1, seat: 1), Ticket(row: 2, seat: 2))
        context.insert(first)
        context.insert(second)
        try context.save()
        (first.row, second.row) = (2, 1)
        first.price = 7
        try context.save()
        let rows = try namespace.psql(
            "SELECT string_agg(concat_ws(' ', row, seat, price), ',' ORDER BY row) FROM ticket"
        )
        #expect(rows == "1 2 0,2 1 7")
    }

    @Test func aNewOwnerHasItsMembersInItsOwnOrder() throws {
        let first = Queue(name: "first")
        context.insert(first)
        let (one, two) = (Waiter(name: "1"), Waiter(name: "2"))
        context.insert(one)
        try context.save()
        first.waiters = [two, one]
        try context.save()
        let second = Queue(name: "second")
        context.insert(second)
        second.waiters = [one, two]
        try context.save()
        let read = try ModelContext(container).fetch(
            FetchDescriptor<Queue>(predicate: #Predicate { $0.name == "second" })
        )
        #expect(read.first?.waiters.map(\.name) == ["1", "2"])
    }

    /// A member that the context does not know of.
    @Test func anOwnerIsDeletedThoughAnotherWriterHasAddedAMember() throws {
        let queue = Queue(name: "Q")
        context.insert(queue)
        queue.waiters = [Waiter(name: "1")]
        try context.save()
        _ = try namespace.psql(
            "INSERT INTO waiter (name, row_entity, queue_pk) SELECT '2', row_entity, queue_pk FROM waiter"
        )
        context.delete(queue)
        try context.save()
        #expect(try namespace.psql("SELECT count(*), count(queue_pk) FROM waiter") == "2|0")
    }

    @Test func aMemberOfARowThatIsGoneIsAnError() throws {
        let socket = Socket(name: "S")
        context.insert(socket)
        try context.save()
        _ = try namespace.psql("DELETE FROM socket")
        context.insert(Lamp(name: "L", socket: socket))
        do {
            try context.save()
            Issue.record("a key that leads nowhere was saved")
        } catch let error as StoreError {
            #expect(error.code == .missingRow && error.entityName == "Lamp" && error.propertyName == "socket")
        }
    }

    @Test func aValueThatIsTooLargeForTheServerNamesItsProperty() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: FilmCopy.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        context.insert(FilmCopy(film: Data(count: 1 << 30)))
        do {
            try context.save()
            Issue.record("the value was saved")
        } catch let error as StoreError {
            #expect(error.code == .validation && error.propertyName == "film")
        }
    }

    @Test func codableValuesWithUnkeptCharactersNameTheirProperty() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Specimen.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        let specimen = Specimen(name: "one")
        context.insert(specimen)
        specimen.tags = ["\\u0000 is fine", "\u{0}"]
        do {
            try context.save()
            Issue.record("the character was saved")
        } catch let error as StoreError {
            #expect(error.code == .validation && error.propertyName == "tags")
        }
        specimen.tags = ["\\u0000 is fine"]
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Specimen>()).first?.tags == ["\\u0000 is fine"])
    }
}
#endif
