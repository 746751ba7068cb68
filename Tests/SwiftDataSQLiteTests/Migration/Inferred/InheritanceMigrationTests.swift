import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Classes get a superclass or lose it: tables become one, or several.
struct InheritanceMigrationTests {
    enum Apart {
        @Model class Cat {
            @Attribute(.unique) var name: String
            var lives: Int = 9
            var home: Home?
            init(name: String) { self.name = name }
        }
        @Model class Dog {
            var name: String
            var tricks: String?
            var home: Home?
            init(name: String) { self.name = name }
        }
        @Model class Home {
            var street: String
            @Relationship(inverse: \Cat.home) var cats: [Cat] = []
            @Relationship(inverse: \Dog.home) var dogs: [Dog] = []
            init(street: String) { self.street = street }
        }
    }

    enum Joined {
        @Model class Pet {
            var name: String
            init(name: String) { self.name = name }
        }
        @Model class Cat: Pet {
            var lives: Int = 9
            var home: Home?
        }
        @Model class Dog: Pet {
            var tricks: String?
            var home: Home?
        }
        @Model class Home {
            var street: String
            @Relationship(inverse: \Cat.home) var cats: [Cat] = []
            @Relationship(inverse: \Dog.home) var dogs: [Dog] = []
            init(street: String) { self.street = street }
        }
    }

    private static let apart: [any PersistentModel.Type] = [Apart.Cat.self, Apart.Dog.self, Apart.Home.self]
    private static let joined: [any PersistentModel.Type] = [
        Joined.Pet.self, Joined.Cat.self, Joined.Dog.self, Joined.Home.self,
    ]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.apart) { context in
            let home = Apart.Home(street: "Main")
            context.insert(home)
            for name in ["Tom", "Felix"] {
                let cat = Apart.Cat(name: name)
                context.insert(cat)
                cat.home = home
            }
            for name in ["Rex", "Bello", "Lassie"] {
                let dog = Apart.Dog(name: name)
                context.insert(dog)
                dog.tricks = name == "Rex" ? "sit" : nil
                if name != "Bello" { dog.home = home }
            }
            try context.save()
        }
        return store
    }

    @Test func twoTablesBecomeOneUnderANewSuperclass() throws {
        let store = try filled()
        try store.migrate(to: Self.joined)
        try store.expectFresh(Self.joined)
        try store.open(Self.joined) { context in
            let pets = try context.fetch(FetchDescriptor<Joined.Pet>(sortBy: [SortDescriptor(\.name)]))
            #expect(pets.map(\.name) == ["Bello", "Felix", "Lassie", "Rex", "Tom"])
            #expect(pets.map { $0 is Joined.Cat } == [false, true, false, false, true])
            let home = try #require(try context.fetch(FetchDescriptor<Joined.Home>()).first)
            #expect(home.cats.map(\.name).sorted() == ["Felix", "Tom"])
            #expect(home.dogs.map(\.name).sorted() == ["Lassie", "Rex"])
            let rex = try #require(pets.compactMap { $0 as? Joined.Dog }.first { $0.name == "Rex" })
            #expect(rex.tricks == "sit")
            #expect(rex.home?.street == "Main")
        }
        #expect(try store.sql("SELECT count(DISTINCT Z_PK) FROM ZPET") == "5")
    }

    @Test func theHistoryKnowsTheMovedKeys() throws {
        let store = try filled()
        try store.migrate(to: Self.joined)
        // Each inserted pet is found by what the history says of it.
        let found = """
            SELECT count(*) FROM ACHANGE c JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY JOIN ZPET p
            ON p.Z_PK = c.ZENTITYPK AND p.Z_ENT = c.ZENTITY WHERE k.Z_NAME IN ('Cat', 'Dog')
            """
        #expect(try store.sql(found) == "5")
    }

    @Test func oneTableBecomesTwoWithoutTheSuperclass() throws {
        let store = try filled()
        try store.migrate(to: Self.joined)
        try store.migrate(to: Self.apart)
        try store.expectFresh(Self.apart)
        try store.open(Self.apart) { context in
            let cats = try context.fetch(FetchDescriptor<Apart.Cat>(sortBy: [SortDescriptor(\.name)]))
            #expect(cats.map(\.name) == ["Felix", "Tom"])
            #expect(cats.map { $0.home?.street } == ["Main", "Main"])
            let dogs = try context.fetch(FetchDescriptor<Apart.Dog>(sortBy: [SortDescriptor(\.name)]))
            #expect(dogs.map { $0.home?.street } == [nil, "Main", "Main"])
            #expect(dogs.map(\.tricks) == [nil, nil, "sit"])
        }
    }

    @Test func rowsOfTheSuperclassGoWithIt() throws {
        let store = try filled()
        try store.migrate(to: Self.joined)
        try store.open(Self.joined) { context in
            context.insert(Joined.Pet(name: "Nobody"))
            try context.save()
        }
        try store.migrate(to: Self.apart)
        #expect(try store.sql("SELECT (SELECT count(*) FROM ZCAT) || ' ' || (SELECT count(*) FROM ZDOG)") == "2 3")
        #expect(
            try store.sql("SELECT count(*) FROM ACHANGE WHERE ZENTITY NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY)") == "0"
        )
    }

    @Test func aNumberOfNoEntityInASharedTableIsToldOf() throws {
        let store = try filled()
        try store.migrate(to: Self.joined)
        _ = try store.sql("UPDATE ZPET SET Z_ENT = 77 WHERE ZNAME = 'Rex'")
        let error = try #require(throws: StoreError.self) { try store.migrate(to: Self.apart) }
        #expect(error.description.contains("an entity number that the model does not have"))
    }
}
