import SwiftData
import Testing

/// A value that runs a closure when it is encoded.
struct Postmark: Codable, Equatable {
    var text = ""
    @TaskLocal static var whenEncoded = Action {}

    enum CodingKeys: String, CodingKey { case text }

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    }

    func encode(to encoder: any Encoder) throws {
        Self.whenEncoded.run()
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
    }

    /// `@unchecked Sendable`: used on the thread of the test only.
    final class Action: @unchecked Sendable {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }
}

@Model
final class Parcel {
    var name: String
    var weight = 0
    @Attribute(.codable) var postmark: Postmark
    var items: [Item] = []

    init(name: String, postmark: Postmark) {
        self.name = name
        self.postmark = postmark
    }

    @Model
    final class Item {
        var name: String
        var parcel: Parcel?
        init(name: String) { self.name = name }
    }
}

/// An edit while a save is under way is saved by it, or stays pending.
@Suite struct EditsDuringSaveTests {
    private func stored() throws -> (ModelContext, Parcel, Parcel) {
        let context = try memoryContext(Parcel.self)
        let (first, second) = (Parcel(name: "1", postmark: Postmark("a")), Parcel(name: "2", postmark: Postmark("b")))
        context.insert(first)
        context.insert(second)
        try context.save()
        return (context, first, second)
    }

    private func read(_ context: ModelContext) throws -> [Parcel] {
        try ModelContext(context.container).fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.name)]))
    }

    @Test func anEditMadeByAnEncoderIsSavedWithTheRest() throws {
        let (context, first, second) = try stored()
        first.weight = 1
        second.postmark = Postmark("new")
        try Postmark.$whenEncoded.withValue(Postmark.Action { first.weight = 2 }) { try context.save() }
        #expect(!context.hasChanges)
        #expect(try read(context).map(\.weight) == [2, 0])
        #expect(try read(context).map(\.postmark.text) == ["a", "new"])
    }

    @Test func anEncoderThatEditsEachTimeLosesNothing() throws {
        let (context, first, second) = try stored()
        first.weight = 1
        second.postmark = Postmark("new")
        try Postmark.$whenEncoded.withValue(Postmark.Action { first.weight += 1 }) { try context.save() }
        let reached = first.weight
        #expect(reached > 1)
        try context.save()
        #expect(!context.hasChanges)
        #expect(first.weight == reached)
        #expect(try read(context).map(\.weight) == [reached, 0])
    }

    @Test func anEncoderThatInsertsEachTimeFailsTheSaveAndLosesNothing() throws {
        let (context, first, second) = try stored()
        second.postmark = Postmark("new")
        var count = 0
        let action = Postmark.Action {
            count += 1
            first.items.append(Parcel.Item(name: "\(count)"))
        }
        #expect(throws: StoreError.self) {
            try Postmark.$whenEncoded.withValue(action) { try context.save() }
        }
        #expect(try read(context).map(\.postmark.text) == ["a", "b"])
        try context.save()
        #expect(!context.hasChanges)
        #expect(Set(try read(context)[0].items.map(\.name)) == Set((1...count).map(String.init)))
        #expect(try read(context).map(\.postmark.text) == ["a", "new"])
    }

    @Test func aModelDeletedByAnEncoderIsDeletedByTheSave() throws {
        let (context, first, second) = try stored()
        first.weight = 1
        second.postmark = Postmark("new")
        try Postmark.$whenEncoded.withValue(Postmark.Action { context.delete(first) }) { try context.save() }
        #expect(try read(context).map(\.name) == ["2"])
        #expect(first.weight == 1)
    }

    @Test func aFetchAndASaveInAnEncoderDoNoHarm() throws {
        let (context, _, second) = try stored()
        second.postmark = Postmark("new")
        let other = ModelContext(context.container)
        var counts: [Int] = []
        try Postmark.$whenEncoded.withValue(
            Postmark.Action {
                other.insert(Parcel.Item(name: "x"))
                try? other.save()
                counts.append((try? context.fetchCount(FetchDescriptor<Parcel.Item>())) ?? 0)
                try? context.save()
            }
        ) { try context.save() }
        #expect(!counts.isEmpty)
        #expect(counts == Array(1...counts.count))
        #expect(try read(context).map(\.postmark.text) == ["a", "new"])
    }

    @Test func anEditInWillSaveIsSavedWithTheRestAndOneInDidSaveStays() throws {
        let (context, first, _) = try stored()
        let action = Postmark.Action { first.weight += 10 }
        let tokens = [ModelContext.willSave, ModelContext.didSave].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in action.run() }
        }
        defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
        first.name = "0"
        try context.save()
        #expect(first.weight == 20)
        #expect(context.hasChanges)
        #expect(try read(context).map(\.weight) == [10, 0])
    }

    @Test func aDeletionInWillSaveIsSavedWithTheRest() throws {
        let (context, first, second) = try stored()
        let action = Postmark.Action {
            context.delete(first)
            try? context.delete(model: Parcel.Item.self)
        }
        let token = NotificationCenter.default.addObserver(forName: ModelContext.willSave, object: context, queue: nil)
        {
            _ in action.run()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        first.weight = 1
        second.weight = 2
        try context.save()
        #expect(try read(context).map(\.weight) == [2])
        #expect(!context.hasChanges)
    }

    @Test func savingInsideAnEnumerationReachesEveryModel() throws {
        let context = try memoryContext(Author.self)
        for number in 0..<100 { context.insert(Author(name: "\(number)")) }
        try context.save()
        var seen = 0
        try context.enumerate(FetchDescriptor<Author>(predicate: #Predicate { $0.born == nil }), batchSize: 7) {
            author in
            seen += 1
            author.born = .distantPast
            if seen.isMultiple(of: 5) { try context.save() }
            if seen.isMultiple(of: 9) { context.insert(Author(name: "new")) }
        }
        try context.save()
        #expect(seen == 100)
        let unborn = FetchDescriptor<Author>(predicate: #Predicate { $0.born == nil })
        #expect(try ModelContext(context.container).fetchCount(unborn) == 11)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Author>()) == 111)
    }
}
