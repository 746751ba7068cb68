import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Random work in the middle of saves, against dictionaries that know nothing of saves.
@Suite struct InFlightScriptTests {
    @Test(arguments: Trials.seeds(50, from: 0))
    func whateverIsDoneWhileTheStoreWritesIsKept(_ seed: UInt64) throws {
        let script = try InFlightScript(seed)
        for _ in 0..<6 { try script.round() }
    }
}

private final class InFlightScript {
    /// The expected values of the models.
    struct Picture: Equatable {
        var managers: [String: String?] = [:]
        var tags: [String: Set<String>] = [:]
        var weights: [String: Int] = [:]
    }

    private let context: ModelContext
    private let shelf: TableConfiguration.Shelf
    private var random: ScriptRandom
    private var picture = Picture()
    private var persons: [String: Person] = [:]
    private var books: [String: Book] = [:]
    private var tags: [String: Tag] = [:]
    /// Tags with rows whose deletion is pending, with the books that they had.
    private var deletedTags: [String: (tag: Tag, books: Set<String>, weight: Int)] = [:]
    private var lastName = 0
    /// The steps of the round, for messages.
    private var story = ""

    init(_ seed: UInt64) throws {
        random = ScriptRandom(seed: seed)
        let configuration = TableConfiguration()
        shelf = configuration.shelf
        context = ModelContext(
            try ModelContainer(for: Schema(CustomStore.library), configurations: [configuration])
        )
        for _ in 0..<20 { step() }
        try context.save()
        deletedTags = [:]
    }

    func round() throws {
        for _ in 0..<Int.random(in: 1...8, using: &random) { step() }
        let planned = picture
        story = ""
        let (isFailing, isBefore, isRolledBack) = (chance(4), chance(2), chance(3))
        story = "\(isBefore ? "before" : "after")\(isFailing ? " failing" : "")\(isRolledBack ? " rolled back" : "")"
        let work: () throws -> Void = { [unowned self] in
            shelf.beforeWriting = nil
            shelf.afterWriting = nil
            let known = (persons, books, tags, deletedTags)
            for _ in 0..<Int.random(in: 1...8, using: &random) { step() }
            if isRolledBack {
                context.rollback()
                (persons, books, tags, deletedTags) = known
                picture = planned
                for _ in 0..<Int.random(in: 0...3, using: &random) { step() }
            }
            if chance(4) {
                story += " fetched"
                _ = try context.fetch(FetchDescriptor<Book>())
            }
            if chance(4), !isFailing {
                story += " saved"
                try context.save()
            }
            if isFailing { throw Sabotage() }
        }
        if isBefore { shelf.beforeWriting = work } else { shelf.afterWriting = work }
        let hadChanges = context.hasChanges
        do {
            try context.save()
            #expect(!isFailing || !hadChanges)
        } catch is Sabotage {
            #expect(isFailing)
        }
        shelf.beforeWriting = nil
        shelf.afterWriting = nil
        try check(context, "after the save")
        try context.save()
        #expect(!context.hasChanges)
        deletedTags = [:]
        try check(context, "after the next save")
        try check(ModelContext(context.container), "in the store")
        for state in context.unit.identityMap.all { #expect(state.unit === context.unit && state.isAttached) }
    }

    private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private func step() {
        let (person, other) = (
            persons.keys.sorted().randomElement(using: &random), persons.keys.sorted().randomElement(using: &random)
        )
        let book = books.keys.sorted().randomElement(using: &random)
        let tag = tags.keys.sorted().randomElement(using: &random)
        lastName += 1
        let name = "\(lastName)"
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            let new = Person(name: name, manager: person.flatMap { persons[$0] })
            context.insert(new)
            persons[name] = new
            picture.managers[name] = .some(person)
        case 1, 2:
            let (new, its) = (Book(title: name), tag.flatMap { tags[$0] }.map { [$0] } ?? [])
            context.insert(new)
            if !its.isEmpty { new.tags = its }
            books[name] = new
            picture.tags[name] = Set([tag].compactMap { $0 })
        case 3:
            let new = Tag(name: name, weight: lastName)
            context.insert(new)
            tags[name] = new
            picture.weights[name] = lastName
        case 4:
            guard let person, let model = persons.removeValue(forKey: person) else { return }
            context.delete(model)
            picture.managers[person] = nil
            for (name, manager) in picture.managers where manager == person { picture.managers[name] = .some(nil) }
        case 5:
            guard let book, let model = books.removeValue(forKey: book) else { return }
            context.delete(model)
            picture.tags[book] = nil
            for tag in deletedTags.keys { deletedTags[tag]?.books.remove(book) }
        case 6:
            guard let tag, let model = tags.removeValue(forKey: tag) else { return }
            let its = Set(picture.tags.filter { $0.value.contains(tag) }.keys)
            let isSaved = !model.persistentModelID.isTemporary
            context.delete(model)
            if isSaved { deletedTags[tag] = (model, its, picture.weights[tag] ?? 0) }
            picture.weights[tag] = nil
            for book in its { picture.tags[book]?.remove(tag) }
        case 7:
            guard let person, let other else { return }
            persons[person]?.manager = persons[other]
            picture.managers[person] = .some(other)
        case 8:
            guard let book, let tag, let model = tags[tag] else { return }
            if books[book]?.tags.contains(model) == false { books[book]?.tags.append(model) }
            picture.tags[book]?.insert(tag)
        case 9:
            guard let book, let tag, let model = books[book] else { return }
            tags[tag]?.books.removeAll { $0 === model }
            picture.tags[book]?.remove(tag)
        case 10:
            guard let tag else { return }
            tags[tag]?.weight = lastName
            picture.weights[tag] = lastName
        default:
            guard let tag = deletedTags.keys.sorted().first, let old = deletedTags.removeValue(forKey: tag),
                old.tag.isDeleted
            else { return }
            context.insert(old.tag)
            tags[tag] = old.tag
            picture.weights[tag] = old.weight
            for book in old.books { picture.tags[book]?.insert(tag) }
        }
    }

    private func check(_ context: ModelContext, _ moment: String) throws {
        let moment = Comment(rawValue: "\(moment): \(story)")
        var found = Picture()
        for person in try context.all(Person.self) {
            #expect(found.managers[person.name] == nil)
            found.managers[person.name] = .some(person.manager?.name)
            #expect(person.reports.allSatisfy { $0.manager === person })
        }
        for book in try context.all(Book.self) {
            #expect(found.tags[book.title] == nil)
            found.tags[book.title] = Set(book.tags.map(\.name))
            #expect(Set(book.tags.map(\.name)).count == book.tags.count, moment)
        }
        var other: [String: Set<String>] = found.tags.mapValues { _ in [] }
        for tag in try context.all(Tag.self) {
            found.weights[tag.name] = tag.weight
            for book in tag.books { other[book.title]?.insert(tag.name) }
        }
        #expect(found == picture, moment)
        #expect(other == found.tags, moment)
    }
}
