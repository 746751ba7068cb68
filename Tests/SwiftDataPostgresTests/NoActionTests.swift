#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

@Model final class Plinth {
    var number: Int
    @Relationship(deleteRule: .noAction, inverse: \Statue.plinth) var statues: [Statue] = []
    @Relationship(deleteRule: .noAction, inverse: \Plaque.plinth) var plaque: Plaque?
    @Relationship(deleteRule: .noAction, inverse: \Anchor.plinth) var anchors: [Anchor] = []

    init(number: Int) { self.number = number }
}

@Model final class Statue {
    var title: String
    var plinth: Plinth?

    init(title: String, plinth: Plinth?) { (self.title, self.plinth) = (title, plinth) }
}

@Model final class Plaque {
    var text: String
    var plinth: Plinth?

    init(text: String, plinth: Plinth?) { (self.text, self.plinth) = (text, plinth) }
}

@Model final class Anchor {
    var depth: Double
    var plinth: Plinth

    init(depth: Double, plinth: Plinth) { (self.depth, self.plinth) = (depth, plinth) }
}

/// Deletions of rows that other rows lead to, whose relationship has the rule `.noAction`.
@Suite struct NoActionTests {
    private let namespace: TemporaryNamespace
    private let container: ModelContainer

    init() throws {
        namespace = try TemporaryNamespace()
        container = try ModelContainer(
            for: Plinth.self,
            Statue.self,
            Plaque.self,
            Anchor.self,
            configurations: namespace.configuration()
        )
    }

    @Test(arguments: [false, true]) func optionalKeysAreCleared(_ isBatch: Bool) throws {
        let context = ModelContext(container)
        let (plinth, other) = (Plinth(number: 1), Plinth(number: 2))
        context.insert(plinth)
        context.insert(other)
        let statue = Statue(title: "Nike", plinth: plinth)
        context.insert(statue)
        context.insert(Statue(title: "Iris", plinth: other))
        context.insert(Plaque(text: "Samothrace", plinth: plinth))
        try context.save()
        if isBatch {
            try context.delete(model: Plinth.self, where: #Predicate { $0.number == 1 })
        } else {
            context.delete(plinth)
        }
        try context.save()
        #expect(
            try namespace.psql("SELECT title, plinth_pk IS NULL FROM statue ORDER BY title") == "Iris|f\nNike|t"
        )
        #expect(try namespace.psql("SELECT text, plinth_pk IS NULL FROM plaque") == "Samothrace|t")
        let fresh = ModelContext(container)
        let found = try fresh.fetch(FetchDescriptor<Statue>(sortBy: [SortDescriptor(\.title)]))
        #expect(found.map { $0.plinth?.number } == [2, nil])
        // The row has counted the save: a later edit is no conflict.
        statue.title = "Nike of Samothrace"
        try context.save()
        #expect(try namespace.psql("SELECT count(*) FROM statue WHERE title = 'Nike of Samothrace'") == "1")
    }

    @Test func rowsOfTheSameSaveAreWrittenWithoutTheKey() throws {
        let context = ModelContext(container)
        let (plinth, other) = (Plinth(number: 1), Plinth(number: 2))
        context.insert(plinth)
        context.insert(other)
        let statue = Statue(title: "Iris", plinth: other)
        context.insert(statue)
        try context.save()
        context.insert(Statue(title: "Nike", plinth: plinth))
        statue.plinth = plinth
        context.delete(plinth)
        try context.save()
        #expect(
            try namespace.psql("SELECT title, plinth_pk IS NULL FROM statue ORDER BY title") == "Iris|t\nNike|t"
        )
    }

    @Test func aRequiredKeyRefusesTheDeletion() throws {
        let context = ModelContext(container)
        let plinth = Plinth(number: 1)
        context.insert(plinth)
        context.insert(Anchor(depth: 2, plinth: plinth))
        try context.save()
        context.delete(plinth)
        do {
            try context.save()
            Issue.record("a required key leads to a row that is gone")
        } catch let error as StoreError {
            #expect(error.code == .missingRow && error.entityName == "Anchor" && error.propertyName == "plinth")
        }
        #expect(context.hasChanges)
        #expect(try namespace.psql("SELECT count(*) FROM plinth") == "1")
    }
}
#endif
