import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// A model that does what a test gives it while it goes.
@Model final class Leaver {
    static let atEnd = Mutexed<(@Sendable (Int) -> Void)?>(nil)

    var number: Int

    init(number: Int) { self.number = number }

    deinit {
        let number = number
        Self.atEnd.withLock { $0 }?(number)
    }
}

/// A class and one below it whose own properties begin with nothing.
@Model class Wrapping {
    var name: String

    init(name: String) { self.name = name }
}

@Model final class Envelope: Wrapping {
    var note: String?
    var weight: Double?
    var opened: Date?
}

/// The work that ends when models are released, and the state of a model that is being released.
@Suite(.serialized) struct GoingModelTests {
    @Test func aModelThatGoesFindsItsRowAsAnotherModel() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Leaver.self)
        let writer = ModelContext(container)
        for number in 0..<3 { writer.insert(Leaver(number: number)) }
        try writer.save()
        // The context stays on this thread.
        nonisolated(unsafe) let context = ModelContext(container)
        let met = Mutexed<[Leaver]>([])
        var held: [Leaver] = try context.fetch(FetchDescriptor<Leaver>(sortBy: [SortDescriptor(\.number)]))
        let gone = held[1].persistentModelID
        Leaver.atEnd.withLock { action in
            action = { number in
                guard number == 1 else { return }
                let found = try? context.fetch(FetchDescriptor<Leaver>(sortBy: [SortDescriptor(\.number)]))
                met.withLock { $0 = found ?? [] }
            }
        }
        defer { Leaver.atEnd.withLock { $0 = nil } }
        held.remove(at: 1)
        Leaver.atEnd.withLock { $0 = nil }
        let models = met.withLock { $0 }
        #expect(models.map(\.number) == [0, 1, 2])
        #expect(models[0] === held[0] && models[2] === held[1])
        #expect(models[1].persistentModelID == gone)
        #expect(context.model(for: gone) as? Leaver === models[1])
        models[1].number = 10
        try context.save()
        #expect(
            try store.sqlite3("SELECT group_concat(ZNUMBER) FROM (SELECT ZNUMBER FROM ZLEAVER ORDER BY Z_PK)")
                == "0,10,2"
        )
    }

    @Test func theUnitOfWorkAndABatchEndWithTheLastOfTheirModels() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Leaver.self)
        let writer = ModelContext(container)
        for number in 0..<3 { writer.insert(Leaver(number: number)) }
        try writer.save()
        var models: [Leaver] = []
        weak var unit: UnitOfWork?
        weak var batch: FaultBatch?
        do {
            models = try ModelContext(container).fetch(FetchDescriptor<Leaver>())
            (unit, batch) = (models[0]._$modelState.unit, models[0]._$modelState.batch)
        }
        for _ in 0..<3 {
            #expect(unit != nil && batch != nil)
            #expect(models[0].number < 3)
            models.removeLast()
        }
        #expect(unit == nil && batch == nil)
    }

    @Test func whatASubclassBeginsWithIsNothingForARowToo() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Wrapping.self, Envelope.self)
        let writer = ModelContext(container)
        let full = Envelope(name: "full")
        (full.note, full.weight, full.opened) = ("fragile", 2.5, Date(timeIntervalSinceReferenceDate: 7))
        writer.insert(full)
        writer.insert(Envelope(name: "empty"))
        writer.insert(Wrapping(name: "plain"))
        try writer.save()
        let context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<Wrapping>(sortBy: [SortDescriptor(\.name)]))
        let envelopes = all.compactMap { $0 as? Envelope }
        #expect(all.map(\.name) == ["empty", "full", "plain"] && envelopes.map(\.name) == ["empty", "full"])
        #expect(envelopes[0].note == nil && envelopes[0].weight == nil && envelopes[0].opened == nil)
        #expect(envelopes[1].note == "fragile" && envelopes[1].weight == 2.5)
        #expect(envelopes[1].opened == Date(timeIntervalSinceReferenceDate: 7))
        #expect(!context.hasChanges)
        envelopes[0].note = "now"
        envelopes[1].weight = nil
        try context.save()
        #expect(
            try store.sqlite3(
                "SELECT group_concat(coalesce(ZNOTE, '') || ':' || coalesce(ZWEIGHT, ''), ' ') FROM (SELECT * FROM ZWRAPPING WHERE ZNAME <> 'plain' ORDER BY ZNAME)"
            )
                == "now: fragile:"
        )
    }
}
