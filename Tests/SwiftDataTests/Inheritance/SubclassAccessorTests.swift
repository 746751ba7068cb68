import Foundation
import Observation
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Accessors of a class and of one below it where the model is observed, or the user has made its backing data.
@Suite struct SubclassAccessorTests {
    private func heard(_ change: (Envelope) -> Void) throws -> Set<String> {
        let store = try TemporaryFolder()
        let container = try store.container(for: Wrapping.self, Envelope.self)
        let writer = ModelContext(container)
        writer.insert(Envelope(name: "first"))
        try writer.save()
        let context = ModelContext(container)
        let envelope = try #require(try context.fetch(FetchDescriptor<Envelope>()).first)
        let heard = Mutexed<Set<String>>([])
        func track(_ name: String, _ read: () -> Void) {
            withObservationTracking {
                read()
            } onChange: {
                heard.withLock { _ = $0.insert(name) }
            }
        }
        track("name") { _ = envelope.name }
        track("name of the base") { _ = (envelope as Wrapping).name }
        track("note") { _ = envelope.note }
        track("weight") { _ = envelope.weight }
        change(envelope)
        return heard.withLock { $0 }
    }

    @Test func observersAreToldOfTheirOwnAttributeAlone() throws {
        #expect(try heard { $0.opened = .now }.isEmpty)
        #expect(try heard { $0.note = "a" } == ["note"])
        #expect(try heard { $0.weight = 1 } == ["weight"])
        #expect(try heard { $0.name = "b" } == ["name", "name of the base"])
        #expect(try heard { ($0 as Wrapping).name = "b" } == ["name", "name of the base"])
        #expect(try heard { $0.weight? += 1 } == ["weight"])
    }

    @Test func aBackingDataOfTheBaseHasTheInheritedAttributes() {
        let data = DictionaryBackingData<Wrapping>(for: Wrapping.self)
        data.setValue(forKey: \.name, to: "from outside")
        let base: any BackingData<Wrapping> = data
        let envelope = Envelope(backingData: base)
        envelope.note = "inside"
        #expect(envelope.name == "from outside" && envelope.note == "inside" && envelope.weight == nil)
        envelope.name = "changed"
        #expect(data.values[\Wrapping.name] as? String == "changed" && data.values.count == 1)
        #expect((envelope as Wrapping).name == "changed")
    }

    @Test func valuesOfManyKindsReachABackingDataAsTheyAre() {
        let data = DictionaryBackingData<Onlooker>(for: Onlooker.self)
        data.setValue(forKey: \.number, to: 3)
        data.setValue(forKey: \.looking, to: Looking("there"))
        let onlooker = Onlooker(backingData: data)
        onlooker.number = .max
        onlooker.looking = Looking("here")
        #expect(data.values[\Onlooker.number] as? Int == .max)
        #expect(data.values[\Onlooker.looking] as? Looking == Looking("here"))
        #expect(onlooker.number == .max && onlooker.looking == Looking("here"))
    }

    @Test func whatGoesWithAnOldBackingDataMayReadTheModel() {
        final class Sentinel {
            let atEnd: () -> Void
            init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
            deinit { atEnd() }
        }
        let book = Book(title: "first")
        let read = Mutexed<[String]>([])
        do {
            let data = DictionaryBackingData<Book>(for: Book.self)
            data.setValue(forKey: \.title, to: "second")
            data.values[\Book.pages] = Sentinel { read.withLock { $0.append(book.title) } }
            book.persistentBackingData = data
        }
        #expect(book.title == "second" && read.withLock { $0 }.isEmpty)
        let third = DictionaryBackingData<Book>(for: Book.self)
        third.setValue(forKey: \.title, to: "third")
        book.persistentBackingData = third
        #expect(read.withLock { $0 } == ["third"])
    }
}
