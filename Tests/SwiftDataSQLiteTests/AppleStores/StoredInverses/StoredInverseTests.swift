import Foundation
import SwiftData
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Classes of which neither side of a pair names the other, and a file of Apple's frameworks that keeps the two apart.
enum Rubrics {
    static let models: [any PersistentModel.Type] = [Rubric.self, Category.self]

    @Model final class Rubric {
        var name: String
        @Relationship(deleteRule: .cascade) var category: [Category] = []

        init(name: String, category: [Category] = []) {
            self.name = name
            self.category = category
        }
    }

    @Model final class Category {
        var name: String
        var rubric: Rubric?

        init(name: String, rubric: Rubric? = nil) {
            self.name = name
            self.rubric = rubric
        }
    }

    /// The model of the file: the column of `category` is `Z2CATEGORY`, in the table of its members.
    static let keptApart = ModelOutline(entities: [
        .named("Category", RelationshipOutline("rubric", to: "Rubric", isToOne: true, isOptional: true)),
        .named("Rubric", RelationshipOutline("category", to: "Category", isToOne: false, deleteRule: .cascade)),
    ])
}

@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct StoredInverseTests {
    let store: OutlinedStore

    init() throws { store = try OutlinedStore(Rubrics.keptApart) }

    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema(Rubrics.models), configurations: ModelConfiguration(url: store.file))
        )
    }

    /// Name, `ZRUBRIC` and `Z2CATEGORY` of each row, by name.
    private func rows() throws -> String {
        try store.sqlite3(
            "SELECT ZNAME, coalesce(ZRUBRIC, '-'), coalesce(Z2CATEGORY, '-') FROM ZCATEGORY ORDER BY ZNAME"
        )
    }

    @Test func membersAreKeptInTheirOwnColumn() throws {
        let context = try context()
        let rubric = Rubrics.Rubric(name: "r")
        let category = Rubrics.Category(name: "c")
        context.insert(rubric)
        context.insert(category)
        try context.save()
        rubric.category.append(category)
        #expect(category.rubric == nil)
        try context.save()
        #expect(try rows() == "c|-|1")
        let again = try self.context()
        #expect(try again.fetch(FetchDescriptor<Rubrics.Rubric>()).first?.category.map(\.name) == ["c"])
        #expect(try again.fetch(FetchDescriptor<Rubrics.Category>()).first?.rubric == nil)
        rubric.category = []
        try context.save()
        #expect(try rows() == "c|-|-")
    }

    @Test func aReferenceIsKeptInItsOwnColumn() throws {
        let context = try context()
        let rubric = Rubrics.Rubric(name: "r")
        let category = Rubrics.Category(name: "c")
        context.insert(rubric)
        context.insert(category)
        category.rubric = rubric
        #expect(rubric.category.isEmpty)
        try context.save()
        #expect(try rows() == "c|1|-")
        #expect(try self.context().fetch(FetchDescriptor<Rubrics.Rubric>()).first?.category.isEmpty == true)
        category.rubric = nil
        try context.save()
        #expect(try rows() == "c|-|-")
    }

    @Test func aModelThatJoinsTheContextOfItsPartnerHasOneSide() throws {
        let context = try context()
        let rubric = Rubrics.Rubric(name: "r")
        context.insert(rubric)
        rubric.category.append(Rubrics.Category(name: "a"))
        rubric.category += [Rubrics.Category(name: "b")]
        let reference = Rubrics.Category(name: "c")
        reference.rubric = rubric
        let initial = Rubrics.Category(name: "d", rubric: rubric)
        context.insert(initial)
        #expect(rubric.category.map(\.name) == ["a", "b"])
        try context.save()
        #expect(try rows() == "a|-|1\nb|-|1\nc|1|-\nd|1|-")
    }

    /// Before models are in a context, the classes alone tell what follows what.
    @Test(arguments: [true, false]) func aGraphKeepsWhatTheProgramHasWritten(isOwnerFirst: Bool) throws {
        let context = try context()
        let owner = Rubrics.Rubric(name: "owner", category: [Rubrics.Category(name: "a")])
        let named = Rubrics.Category(name: "b", rubric: owner)
        let both = Rubrics.Category(name: "c")
        owner.category.append(both)
        both.rubric = owner
        let moved = Rubrics.Category(name: "d")
        owner.category.append(moved)
        moved.rubric = nil
        moved.rubric = owner
        let returned = Rubrics.Category(name: "e", rubric: owner)
        owner.category.append(returned)
        // Without an inverse, the owner does not lead to those that only lead to it.
        if isOwnerFirst { context.insert(owner) }
        for category in [named, both, moved, returned] { context.insert(category) }
        try context.save()
        #expect(try rows() == "a|-|1\nb|1|-\nc|1|1\nd|1|-\ne|1|1")
        #expect(owner.category.map(\.name).sorted() == ["a", "c", "e"])
    }

    @Test func aCascadeFollowsItsOwnColumn() throws {
        try store.sqlite3(
            """
            INSERT INTO ZRUBRIC (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'r');
            INSERT INTO ZCATEGORY (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRUBRIC, Z2CATEGORY) VALUES
            (1, 1, 1, 'member', NULL, 1), (2, 1, 1, 'reference', 1, NULL), (3, 1, 1, 'free', NULL, NULL);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 3
            """
        )
        let context = try context()
        let rubric = try #require(try context.fetch(FetchDescriptor<Rubrics.Rubric>()).first)
        #expect(rubric.category.map(\.name) == ["member"])
        context.delete(rubric)
        try context.save()
        #expect(try rows() == "free|-|-\nreference|-|-")
    }

    @Test func aBatchDeletionFollowsItToo() throws {
        try store.sqlite3(
            """
            INSERT INTO ZRUBRIC (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'r');
            INSERT INTO ZCATEGORY (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRUBRIC, Z2CATEGORY) VALUES
            (1, 1, 1, 'member', NULL, 1), (2, 1, 1, 'reference', 1, NULL);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2
            """
        )
        try context().delete(model: Rubrics.Rubric.self)
        #expect(try rows() == "reference|-|-")
    }

    @Test func predicatesAndUndoGoByTheColumns() throws {
        let context = try context()
        context.undoManager = UndoManager()
        let rubric = Rubrics.Rubric(name: "r")
        let (member, reference) = (Rubrics.Category(name: "m"), Rubrics.Category(name: "x"))
        for model in [member, reference] { context.insert(model) }
        context.insert(rubric)
        try context.save()
        context.undoManager?.removeAllActions()
        rubric.category.append(member)
        reference.rubric = rubric
        try context.save()
        let led = #Predicate<Rubrics.Category> { $0.rubric?.name == "r" }
        #expect(try context.fetch(FetchDescriptor(predicate: led)).map(\.name) == ["x"])
        let holding = #Predicate<Rubrics.Rubric> { $0.category.contains { $0.name == "m" } }
        #expect(try context.fetchCount(FetchDescriptor(predicate: holding)) == 1)
        context.undoManager?.undo()
        #expect(rubric.category.isEmpty && reference.rubric == nil)
        try context.save()
        #expect(try rows() == "m|-|-\nx|-|-")
    }

    @Test func theDynamicStoreAndTheClassesAgree() throws {
        let context = try context()
        context.insert(Rubrics.Rubric(name: "r", category: [Rubrics.Category(name: "c")]))
        try context.save()
        let dynamic = try DynamicStore(url: store.file)
        #expect(try dynamic.rows(of: "Category").first?["rubric"] == .null)
        #expect(try #require(try dynamic.rows(of: "Rubric").first)["category"]?.jsonText.contains("p1") == true)
    }

    /// One process may have a file of each kind.
    @Test func anotherStoreOfTheClassesInfers() throws {
        let first = try context()
        let container = try ModelContainer(
            for: Schema(Rubrics.models),
            configurations: ModelConfiguration(url: store.folder.file("new.store"))
        )
        let second = ModelContext(container)
        for context in [first, second] {
            context.insert(Rubrics.Rubric(name: "r", category: [Rubrics.Category(name: "c")]))
            try context.save()
        }
        #expect(try first.fetch(FetchDescriptor<Rubrics.Category>()).first?.rubric == nil)
        #expect(try second.fetch(FetchDescriptor<Rubrics.Category>()).first?.rubric?.name == "r")
    }

    @Test func twoStoresOfOneContainerHaveToAgree() throws {
        _ = try ModelContainer(
            for: Schema(Rubrics.models),
            configurations: ModelConfiguration(url: store.folder.file("new.store"))
        )
        let error = try #require(throws: StoreError.self) {
            try ModelContainer(
                for: Schema(Rubrics.models),
                configurations: ModelConfiguration("apples", url: store.file),
                ModelConfiguration("ours", url: store.folder.file("new.store"))
            )
        }
        #expect(error.entityName != nil && error.propertyName != nil)
        #expect(error.message.contains("apples") && error.message.contains("ours"))
    }

    /// A migration for something else leaves the two columns what they are.
    @Test func aMigrationKeepsTheInversesOfTheFile() throws {
        try store.sqlite3(
            """
            INSERT INTO ZRUBRIC (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'r'), (2, 2, 1, 's');
            INSERT INTO ZCATEGORY (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRUBRIC, Z2CATEGORY) VALUES (1, 1, 1, 'c', 1, 2);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2
            """
        )
        var configuration = ModelConfiguration(url: store.file)
        configuration.migratesAppleStores = true
        let container = try ModelContainer(
            for: Schema([Rubrics2.Rubric.self, Rubrics2.Category.self]),
            configurations: configuration
        )
        let category = try #require(try ModelContext(container).fetch(FetchDescriptor<Rubrics2.Category>()).first)
        #expect(category.rubric?.name == "r")
        let rubrics = try ModelContext(container).fetch(
            FetchDescriptor<Rubrics2.Rubric>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(rubrics.map { $0.category.map(\.name) } == [[], ["c"]])
        #expect(try rows() == "c|1|2")
    }

    enum Rubrics2 {
        @Model final class Rubric {
            var name: String
            var order = 0
            @Relationship(deleteRule: .cascade) var category: [Category] = []

            init(name: String) { self.name = name }
        }

        @Model final class Category {
            var name: String
            var rubric: Rubric?

            init(name: String) { self.name = name }
        }
    }

    /// If the classes name the inverse, they are another model than the file's.
    @Test func anExplicitInverseIsADifference() throws {
        let error = try #require(throws: StoreError.self) {
            try ModelContainer(
                for: Schema([Explicit.Rubric.self, Explicit.Category.self]),
                configurations: ModelConfiguration(url: store.file)
            )
        }
        #expect(error.code == .migration && error.message.contains("inverse"))
    }

    enum Explicit {
        @Model final class Rubric {
            var name: String
            @Relationship(deleteRule: .cascade, inverse: \Category.rubric) var category: [Category] = []

            init(name: String) { self.name = name }
        }

        @Model final class Category {
            var name: String
            var rubric: Rubric?

            init(name: String) { self.name = name }
        }
    }
}
