import Dispatch
import Observation
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Text whose decoding runs what a test gives it, as a decoder of the user's may use the context that reads.
struct Looking: Codable, Equatable, Sendable {
    @TaskLocal static var look: (@Sendable () -> Void)?
    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        Self.look?()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

@Model final class Onlooker {
    var number: Int
    var looking: Looking

    init(number: Int) {
        self.number = number
        looking = Looking("\(number)")
    }
}

/// Rows that are read where models of them are in memory already, or come into it meanwhile.
@Suite struct RowMeetsModelTests {
    @Test func aWalkFillsTheFaultsThatItMeets() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let writer = ModelContext(container)
        for number in 0..<300 { writer.insert(Book(title: "\(number)", pages: number)) }
        try writer.save()
        let context = ModelContext(container)
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Book>())
        let faults = identifiers.compactMap { context.model(for: $0) as? Book }
        #expect(faults.count == 300 && faults.allSatisfy { $0._$modelState.reading.hasUnreadValues })
        let known = Set(faults.map(ObjectIdentifier.init))
        var walked = 0
        let walking = try StatementRecorder(container).statements {
            try context.enumerate(FetchDescriptor<Book>(), batchSize: 100) { book in
                if known.contains(ObjectIdentifier(book)) { walked += 1 }
            }
        }
        #expect(walked == 300 && !walking.isEmpty)
        let reading = StatementRecorder(container).statements {
            #expect(Set(faults.map(\.pages)) == Set(0..<300))
        }
        #expect(reading.isEmpty, "\(reading)")
    }

    @Test func aDecoderThatLeadsBackToItsRowMakesNoSecondModel() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Onlooker.self)
        let writer = ModelContext(container)
        for number in 0..<5 { writer.insert(Onlooker(number: number)) }
        try writer.save()
        let context = ModelContext(container)
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Onlooker>())
        let met = Mutexed<[Onlooker]>([])
        // The context stays on this thread.
        nonisolated(unsafe) let reader = context
        let look: @Sendable () -> Void = {
            met.withLock { met in
                guard met.isEmpty else { return }
                met = identifiers.compactMap { reader.model(for: $0) as? Onlooker }
            }
        }
        let fetched = try Looking.$look.withValue(look) { try context.fetch(FetchDescriptor<Onlooker>()) }
        let models = met.withLock { $0 }
        #expect(models.count == 5)
        #expect(Set(fetched.map(ObjectIdentifier.init)) == Set(models.map(ObjectIdentifier.init)))
        fetched[0].number = 100
        #expect(models.map(\.number).contains(100))
        #expect(fetched.map(\.looking.text).sorted() == ["0", "1", "2", "3", "4"])
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "4294967297", "NULL"])
    func aRowOfAnAbsurdEntityIsRefused(number: String) throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Animal.self, Dog.self, Person.self)
        let writer = ModelContext(container)
        writer.insert(Animal(name: "A"))
        writer.insert(Dog(name: "B", breed: "C"))
        try writer.save()
        _ = try store.sqlite3("UPDATE ZANIMAL SET Z_ENT = \(number) WHERE ZNAME = 'B'")
        let context = ModelContext(container)
        let error = #expect(throws: StoreError.self) { _ = try context.fetch(FetchDescriptor<Animal>()) }
        #expect(error?.code == .corruptRow && error?.entityName == "Animal")
        #expect(try context.fetch(FetchDescriptor<Dog>()).isEmpty)
    }

    @Test func aReadIsTrackedOnAnotherThreadThanTheFirst() throws {
        let context = try memoryContext(Book.self)
        for number in 0..<3 { context.insert(Book(title: "\(number)")) }
        try context.save()
        nonisolated(unsafe) let books = try context.fetch(FetchDescriptor<Book>())
        _ = books.map(\.title)
        let heard = Mutexed(0)
        let end = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            withObservationTracking {
                _ = books[1].title
            } onChange: {
                heard.withLock { $0 += 1 }
            }
            end.signal()
        }
        end.wait()
        books[0].title = "other"
        #expect(heard.withLock { $0 } == 0)
        books[1].title = "changed"
        #expect(heard.withLock { $0 } == 1)
    }

    @Test func aBackingDataOfTheBaseServesAModelOfASubclass() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Vehicle.self, Truck.self, Tanker.self, Garage.self)
        let context = ModelContext(container)
        let tanker = Tanker(name: "old", load: 3, liquid: "milk")
        tanker.persistentBackingData = Vehicle.createBackingData()
        tanker.name = "new"
        tanker.load = 7
        tanker.liquid = "water"
        context.insert(tanker)
        try context.save()
        #expect(tanker.name == "new" && tanker.load == 7 && tanker.liquid == "water")
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Vehicle>()).first as? Tanker)
        #expect(read.name == "new" && read.load == 7 && read.liquid == "water")
    }
}
