#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres

/// Versions of the models of the migration tests.
enum Shop1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Shelf.self, Label.self, Note.self] }

    @Model final class Item {
        var name: String
        var count: Int32
        var comment: String?
        var weight: Float
        var isOld: Bool
        var shelf: Shelf?
        var label: Label?
        @Relationship(inverse: \Note.items) var notes: [Note] = []

        init(_ name: String, count: Int32 = 1, comment: String? = nil) {
            self.name = name
            self.count = count
            self.comment = comment
            weight = 1.5
            isOld = false
        }
    }

    @Model final class Shelf {
        var place: String
        @Relationship(inverse: \Item.shelf) var items: [Item] = []

        init(_ place: String) { self.place = place }
    }

    @Model final class Label {
        var text: String
        @Relationship(inverse: \Item.label) var item: Item?

        init(_ text: String) { self.text = text }
    }

    @Model final class Note {
        var text: String
        var items: [Item] = []

        init(_ text: String) { self.text = text }
    }
}

/// Renamed, widened and added properties, an entity that is renamed and one that is added; numbers of the others stay.
enum Shop2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Article.self, Shelf.self, Label.self, Note.self, Aisle.self] }

    @Model final class Article {
        static var originalEntityName: String? { "Item" }

        @Attribute(originalName: "name") var title: String
        @Attribute(originalName: "count") var amount: Int
        var comment: String = "it's \\ none"
        var weight: Double
        var stock: Int = 7
        var added: Date?
        var shelf: Shelf?
        var label: Label?
        @Relationship(originalName: "notes", inverse: \Note.articles) var remarks: [Note] = []

        init(_ title: String) {
            self.title = title
            amount = 0
            weight = 0
        }
    }

    @Model final class Shelf {
        var place: String
        @Relationship(originalName: "items", inverse: \Article.shelf) var articles: [Article] = []

        init(_ place: String) { self.place = place }
    }

    @Model final class Label {
        var text: String
        @Relationship(originalName: "item", inverse: \Article.label) var article: Article?

        init(_ text: String) { self.text = text }
    }

    @Model final class Note {
        var text: String
        @Relationship(originalName: "items") var articles: [Article] = []

        init(_ text: String) { self.text = text }
    }

    @Model final class Aisle {
        @Attribute(.unique) var number: Int

        init(_ number: Int) { self.number = number }
    }
}

/// Links in other places: a to-one that becomes a many-to-many, and a many-to-many that becomes a to-one.
enum Shop3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Shelf.self, Note.self] }

    @Model final class Item {
        @Attribute(.unique) var name: String
        var count: Int32
        @Relationship(originalName: "shelf", inverse: \Shelf.items) var shelves: [Shelf] = []
        @Relationship(originalName: "notes", inverse: \Note.items) var note: Note?

        init(_ name: String) {
            self.name = name
            count = 0
        }
    }

    @Model final class Shelf {
        var place: String
        var items: [Item] = []

        init(_ place: String) { self.place = place }
    }

    @Model final class Note {
        var text: String
        var items: [Item] = []

        init(_ text: String) { self.text = text }
    }
}

/// Plain models of two tables, which get a superclass.
enum Fleet1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self, Car.self, Driver.self] }

    @Model final class Boat {
        var name: String
        var sails: Int
        var driver: Driver?

        init(_ name: String, sails: Int) { (self.name, self.sails) = (name, sails) }
    }

    @Model final class Car {
        var name: String
        var doors: Int
        var driver: Driver?

        init(_ name: String, doors: Int) { (self.name, self.doors) = (name, doors) }
    }

    @Model final class Driver {
        var name: String
        @Relationship(inverse: \Car.driver) var cars: [Car] = []
        @Relationship(inverse: \Boat.driver) var boats: [Boat] = []

        init(_ name: String) { self.name = name }
    }
}

enum Fleet2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Vehicle.self, Boat.self, Car.self, Driver.self] }

    @Model class Vehicle {
        var name: String

        init(_ name: String) { self.name = name }
    }

    @Model final class Boat: Vehicle {
        var sails: Int
        var driver: Driver?

        init(_ name: String, sails: Int) {
            self.sails = sails
            super.init(name)
        }
    }

    @Model final class Car: Vehicle {
        var doors: Int
        var driver: Driver?

        init(_ name: String, doors: Int) {
            self.doors = doors
            super.init(name)
        }
    }

    @Model final class Driver {
        var name: String
        @Relationship(inverse: \Car.driver) var cars: [Car] = []
        @Relationship(inverse: \Boat.driver) var boats: [Boat] = []

        init(_ name: String) { self.name = name }
    }
}

/// The versions of a plan.
enum Text1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model final class Page {
        var body: String
        var number: String

        init(_ body: String, _ number: String) { (self.body, self.number) = (body, number) }
    }
}

enum Text2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model final class Page {
        @Attribute(originalName: "body") var content: String
        var number: String
        var language: String = "en"

        init(_ content: String, _ number: String) { (self.content, self.number) = (content, number) }
    }
}

enum Text3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self, Word.self] }

    @Model final class Page {
        @Attribute(.unique) var content: String
        var number: Int = 0
        var language: String = "en"
        @Relationship(inverse: \Word.page) var words: [Word] = []

        init(_ content: String) { self.content = content }
    }

    @Model final class Word {
        var text: String
        var page: Page?

        init(_ text: String) { self.text = text }
    }
}

enum TextPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Text1.self, Text2.self, Text3.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: Text1.self, toVersion: Text2.self), words]
    }

    static let words = MigrationStage.custom(
        fromVersion: Text2.self,
        toVersion: Text3.self,
        willMigrate: { context in
            var known: Set<String> = []
            try context.enumerate(FetchDescriptor<Text2.Page>(sortBy: [SortDescriptor(\.number)])) { page in
                if !known.insert(page.content).inserted { context.delete(page) }
            }
        },
        didMigrate: { context in
            guard let past = context.contextBeforeMigration else { return }
            try past.enumerate(FetchDescriptor<Text2.Page>()) { old in
                guard let page = try context.migratedModel(of: old, as: Text3.Page.self) else { return }
                page.number = Int(old.number) ?? -1
                for text in old.content.split(separator: " ") {
                    let word = Text3.Word(String(text))
                    context.insert(word)
                    word.page = page
                }
            }
        }
    )
}

/// A plan whose stage throws at its end.
enum FailingPlan: SchemaMigrationPlan {
    struct Refused: Error {}

    static var schemas: [any VersionedSchema.Type] { [Text1.self, Text2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Text1.self,
                toVersion: Text2.self,
                willMigrate: nil,
                didMigrate: { context in
                    for page in try context.fetch(FetchDescriptor<Text2.Page>()) { page.content = "lost" }
                    try context.save()
                    throw Refused()
                }
            )
        ]
    }
}

/// A plan whose stage opens the store that is migrated.
enum OpeningPlan: SchemaMigrationPlan {
    static let configuration = Locked<PostgresConfiguration?>(nil)

    static var schemas: [any VersionedSchema.Type] { [Text1.self, Text2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Text1.self,
                toVersion: Text2.self,
                willMigrate: { _ in
                    guard let own = configuration.withLock({ $0 }) else { return }
                    _ = try ModelContainer(for: Schema(versionedSchema: Text1.self), configurations: [own])
                },
                didMigrate: nil
            )
        ]
    }
}

/// A plan whose stage hands its container to other threads, some of which go on after its end.
enum ThreadedPlan: SchemaMigrationPlan {
    static let group = DispatchGroup()
    /// The fetches of the threads, and what they threw.
    static let fetches = Locked(0)
    static let failures = Locked<[String]>([])

    static var schemas: [any VersionedSchema.Type] { [Text1.self, Text2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Text1.self,
                toVersion: Text2.self,
                willMigrate: nil,
                didMigrate: { context in
                    let container = context.container
                    for _ in 0..<4 {
                        group.enter()
                        Thread.detachNewThread {
                            defer { group.leave() }
                            fetch(container)
                        }
                    }
                    for number in 0..<50 {
                        context.insert(Text2.Page("\(number)", "\(number)"))
                        try context.save()
                    }
                }
            )
        ]
    }

    private static func fetch(_ container: ModelContainer) {
        do {
            while true {
                _ = try ModelContext(container).fetch(FetchDescriptor<Text2.Page>())
                fetches.withLock { $0 += 1 }
            }
        } catch {
            failures.withLock { $0.append("\(error)") }
        }
    }
}
#endif
