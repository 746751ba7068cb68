import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

/// The history in the file of a JSON store, also for programs of another time.
@Suite struct JSONHistoryFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func context(_ types: any PersistentModel.Type...) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema(types), configurations: [JSONStoreConfiguration(url: folder.file)])
        )
    }

    private func history(_ context: ModelContext) throws -> [JSONHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor<JSONHistoryTransaction>())
    }

    /// The file as Foundation reads it.
    private func file() throws -> (rows: [Any], transactions: [[String: Any]]) {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.file))
        let file = try #require(object as? [String: Any])
        let history = try #require(file["history"] as? [String: Any])
        return (
            try #require(file["rows"] as? [Any]), try #require(history["transactions"] as? [[String: Any]])
        )
    }

    private func tombstone<Model: PersistentModel>(
        _ context: ModelContext,
        of type: Model.Type
    ) throws -> HistoryTombstone<Model> {
        let deletions = try history(context).flatMap(\.changes).compactMap { change in
            if case .delete(let delete as any HistoryDelete<Model>) = change { delete.tombstone } else { nil }
        }
        return try #require(deletions.first)
    }

    @Test func aTombstoneIsReadWithoutTheValueThatHasAnotherTypeNow() throws {
        let old = try context(NumberedMedals.Medal.self)
        let medal = NumberedMedals.Medal(number: 7, name: "gold")
        old.insert(medal)
        try old.save()
        old.delete(medal)
        try old.save()
        let before = try file().transactions
        let new = try context(NamedMedals.Medal.self)
        let kept = try tombstone(new, of: NamedMedals.Medal.self)
        #expect(kept[\.name] as? String == "gold")
        #expect(kept[\.number] == nil)
        #expect(Array(kept).count == 1)
        new.insert(NamedMedals.Medal(number: "seven", name: "silver"))
        try new.save()
        #expect(try new.all(NamedMedals.Medal.self).map(\.number) == ["seven"])
        let after = try file().transactions
        #expect(after.count == 3 && NSArray(array: Array(after.prefix(2))) == NSArray(array: before))
    }

    @Test func whatTheHistorySaysOfAnEntityThatIsNoMoreStaysInTheFile() throws {
        var values = Kinds.Values()
        values.date = Date(timeIntervalSince1970: 1_700_000_000)
        values.double = -1.25e200
        values.dictionary = ["a": 0.1, "b": 1e-300, "c": -3]
        let old = try context(Keepsake.self, Person.self)
        let keepsake = Keepsake(values, place: Point(x: 0.3, y: -4))
        old.insert(keepsake)
        old.insert(Person(name: "p"))
        try old.save()
        keepsake.forgotten = "changed"
        try old.save()
        old.delete(keepsake)
        try old.save()
        let before = try file().transactions
        let later = try context(Person.self)
        later.insert(Person(name: "q"))
        try later.save()
        #expect(try history(later).map(\.changes.count) == [1, 0, 0, 1])
        let after = try file().transactions
        #expect(after.count == 4 && NSArray(array: Array(after.prefix(3))) == NSArray(array: before))
        let again = try context(Keepsake.self, Person.self)
        #expect(try history(again).map(\.changes.count) == [2, 1, 1, 1])
        let kept = try tombstone(again, of: Keepsake.self)
        #expect(kept[\.int] as? Int == values.int)
        #expect(kept[\.uint64] as? UInt64 == values.uint64)
        #expect(kept[\.double] as? Double == values.double)
        #expect(kept[\.decimal] as? Decimal == values.decimal)
        #expect(kept[\.bool] as? Bool == values.bool)
        #expect(kept[\.date] as? Date == values.date)
        #expect(kept[\.shape] as? Shape == values.shape)
        #expect(kept[\.place] as? Point == Point(x: 0.3, y: -4))
        #expect(kept[\.strings] as? [String] == values.strings)
        #expect(kept[\.dictionary] as? [String: Double] == values.dictionary)
        #expect(kept[\.large] as? Data == values.blob)
    }

    /// Two write as fast as they can. Saves are lost, since nothing locks the file; but one that joined the rows of one
    /// version with the history of another would leave them at odds for ever.
    @Test func rowsAndHistoryAreThoseOfOneSaveWhoeverElseWrites() async throws {
        let file = folder.file
        @Sendable func write(_ name: String) throws {
            let configuration = JSONStoreConfiguration(url: file)
            let context = ModelContext(try ModelContainer(for: Schema([Person.self]), configurations: [configuration]))
            for index in 0..<60 {
                context.insert(Person(name: "\(name) \(index)"))
                try context.save()
            }
        }
        try write("first")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] { group.addTask { try write(name) } }
            try await group.waitForAll()
        }
        let (rows, transactions) = try self.file()
        let inserted = transactions.reduce(0) { sum, transaction in
            sum + ((transaction["changes"] as? [[String: Any]])?.count { $0["insert"] != nil } ?? 0)
        }
        #expect(rows.count > 60 && rows.count == inserted)
    }
}

enum NumberedMedals {
    @Model
    final class Medal {
        @Attribute(.preserveValueOnDeletion) var number: Int
        @Attribute(.preserveValueOnDeletion) var name: String

        init(number: Int, name: String) {
            self.number = number
            self.name = name
        }
    }
}

enum NamedMedals {
    @Model
    final class Medal {
        @Attribute(.preserveValueOnDeletion) var number: String
        @Attribute(.preserveValueOnDeletion) var name: String

        init(number: String, name: String) {
            self.number = number
            self.name = name
        }
    }
}
