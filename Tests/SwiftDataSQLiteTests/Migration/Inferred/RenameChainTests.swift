import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Something that was renamed twice, with and without the version in between.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RenameChainTests {
    enum First {
        @Model class Person {
            var name: String
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init(name: String) { self.name = name }
        }
        @Model class Pet {
            var owner: Person?
            init() {}
        }
    }
    enum Second {
        @Model class Human {
            static var originalEntityName: String? { "Person" }
            @Attribute(originalName: "name") var fullName: String
            @Relationship(originalName: "pets", inverse: \Pet.keeper) var animals: [Pet] = []
            init(fullName: String) { self.fullName = fullName }
        }
        @Model class Pet {
            @Relationship(originalName: "owner") var keeper: Human?
            init() {}
        }
    }
    /// Each says the name that it had first.
    enum Third {
        @Model class Contact {
            static var originalEntityName: String? { "Person" }
            @Attribute(originalName: "name") var label: String
            @Relationship(originalName: "pets", inverse: \Pet.friend) var companions: [Pet] = []
            init(label: String) { self.label = label }
        }
        @Model class Pet {
            @Relationship(originalName: "owner") var friend: Contact?
            init() {}
        }
    }
    /// It says the name that it had last.
    enum Last {
        @Model class Person {
            @Attribute(originalName: "fullName") var label: String = "none"
            @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
            init() {}
        }
        @Model class Pet {
            var owner: Person?
            init() {}
        }
    }
    /// Two say that they were one.
    enum Doubled {
        @Model class Human {
            static var originalEntityName: String? { "Person" }
            @Attribute(originalName: "name") var label: String
            @Attribute(originalName: "name") var title: String
            @Relationship(originalName: "pets", inverse: \Pet.keeper) var animals: [Pet] = []
            init(label: String) { (self.label, title) = (label, label) }
        }
        @Model class Pet {
            @Relationship(originalName: "owner") var keeper: Human?
            init() {}
        }
    }

    private static let first: [any PersistentModel.Type] = [First.Person.self, First.Pet.self]
    private static let second: [any PersistentModel.Type] = [Second.Human.self, Second.Pet.self]
    private static let third: [any PersistentModel.Type] = [Third.Contact.self, Third.Pet.self]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.first) { context in
            let person = First.Person(name: "Ada")
            context.insert(person)
            person.pets = [First.Pet(), First.Pet()]
            try context.save()
        }
        return store
    }

    @Test(arguments: [false, true]) func theFirstNameIsFoundFromEachVersion(hasSecond: Bool) throws {
        let store = try filled()
        if hasSecond { try store.open(Self.second) { _ in } }
        try store.open(Self.third) { context in
            let contacts = try context.fetch(FetchDescriptor<Third.Contact>())
            #expect(contacts.map(\.label) == ["Ada"])
            #expect(contacts.first?.companions.count == 2)
        }
        try store.expectFresh(Self.third)
        // And once more, with nothing to do.
        let count = try store.open(Self.third) { try $0.fetchCount(FetchDescriptor<Third.Contact>()) }
        #expect(count == 1)
    }

    @Test func twoPropertiesOfOneNameAreRefused() throws {
        let store = try filled()
        try store.open(Self.second) { _ in }
        let doubled: [any PersistentModel.Type] = [Doubled.Human.self, Doubled.Pet.self]
        let error = try #require(throws: StoreError.self) { try store.open(doubled) { _ in } }
        #expect(error.code == .migration)
        #expect(error.propertyName != nil)
        #expect(try store.sql("SELECT ZFULLNAME FROM ZHUMAN") == "Ada")
    }

    /// Nothing tells that `fullName` was `name`: the warning says what to do.
    @Test func aChainWithoutItsBeginningIsToldInTheWarning() throws {
        let store = try filled()
        let connection = try StoreConnection.file(store.url.path)
        defer { try? connection.close() }
        let target = ModelOutline(Schema([Last.Person.self, Last.Pet.self]))
        let (lines, hints) = try connection.read { runner in
            let source = try FileModel(runner, path: store.url.path).outline()
            let mapping = try InferredMigration(from: source, to: target).mapping
            let file = try MigrationFile(runner, mapping.source, path: store.url.path)
            let notice = RemovalNotice(plan: try MigrationPlan(mapping, file), runner: runner)
            return (try notice.lines(), RenameHints(mapping: mapping).sentences)
        }
        #expect(lines == ["Person.name (1 value)"])
        #expect(hints.count == 1)
        #expect(hints.first?.contains("Person.label was fullName") == true)
    }
}
