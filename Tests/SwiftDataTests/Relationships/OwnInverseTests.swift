import SwiftData
import TestSupport
import Testing

/// Relationships that are their own inverse, and every other shape beside them, in memory and after reopening.
@Suite struct OwnInverseTests {
    private let store: TemporaryFolder
    private let context: ModelContext

    init() throws {
        store = try TemporaryFolder()
        context = ModelContext(try store.container(for: Citizen.self, Passport.self, Badge.self))
    }

    private func citizens(_ names: String...) -> [Citizen] {
        let citizens = names.map { Citizen($0) }
        citizens.forEach(context.insert)
        return citizens
    }

    /// Returns the citizens that a container sees which has read nothing yet.
    private func reopened() throws -> [String: Citizen] {
        let context = ModelContext(try store.container(for: Citizen.self, Passport.self, Badge.self))
        let all = try context.fetch(FetchDescriptor<Citizen>())
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    @Test func aToOneThatIsItsOwnInverseIsSetOnBothSides() throws {
        let all = citizens("a", "b", "c")
        all[0].spouse = all[1]
        #expect(all[1].spouse === all[0])
        try context.save()
        #expect(try reopened()["b"]?.spouse?.name == "a")
        #expect(try reopened()["a"]?.spouse?.name == "b")
        all[2].spouse = all[0]
        #expect(all[0].spouse === all[2])
        #expect(all[1].spouse == nil)
        try context.save()
        let read = try reopened()
        #expect(read["a"]?.spouse?.name == "c")
        #expect(read["c"]?.spouse?.name == "a")
        #expect(read["b"]?.spouse == nil)
        context.delete(all[0])
        #expect(all[2].spouse == nil)
        try context.save()
        #expect(try reopened()["c"]?.spouse == nil)
    }

    @Test func aModelMayBeItsOwnPartner() throws {
        let all = citizens("a", "b")
        all[0].spouse = all[0]
        all[0].friends = [all[0], all[1]]
        try context.save()
        let read = try reopened()
        #expect(read["a"]?.spouse?.name == "a")
        #expect(read["a"]?.friends.map(\.name) == ["a", "b"])
        #expect(read["b"]?.friends.map(\.name) == ["a"])
        all[0].spouse = all[1]
        #expect(all[1].spouse === all[0])
        context.delete(all[0])
        try context.save()
        #expect(try reopened()["b"]?.friends.isEmpty == true)
        #expect(all[1].spouse == nil)
    }

    @Test func aToManyThatIsItsOwnInverseIsSetOnBothSides() throws {
        let all = citizens("a", "b", "c")
        all[0].friends = [all[2], all[1]]
        #expect(all[1].friends.map(\.name) == ["a"])
        try context.save()
        var read = try reopened()
        #expect(read["a"]?.friends.map(\.name) == ["c", "b"])
        #expect(read["b"]?.friends.map(\.name) == ["a"])
        #expect(read["c"]?.friends.map(\.name) == ["a"])
        all[1].friends.append(all[2])
        all[0].friends.removeAll { $0 === all[2] }
        #expect(all[2].friends.map(\.name) == ["b"])
        try context.save()
        read = try reopened()
        #expect(read["a"]?.friends.map(\.name) == ["b"])
        #expect(Set(read["b"]?.friends.map(\.name) ?? []) == ["a", "c"])
        #expect(read["c"]?.friends.map(\.name) == ["b"])
        all[2].friends = []
        context.rollback()
        #expect(all[2].friends.map(\.name) == ["b"])
        context.delete(all[1])
        #expect(all[0].friends.isEmpty && all[2].friends.isEmpty)
        try context.save()
        #expect(try reopened().values.allSatisfy { $0.friends.isEmpty })
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func friendsOfAModelThatIsInsertedLaterComeAlong() throws {
        let (first, second, third) = (Citizen("a"), Citizen("b"), Citizen("c"))
        first.friends = [second]
        third.friends = [second]
        first.spouse = third
        #expect(second.friends.map(\.name) == ["a", "c"])
        context.insert(second)
        #expect(third.modelContext == context)
        try context.save()
        let read = try reopened()
        #expect(read.count == 3)
        #expect(Set(read["b"]?.friends.map(\.name) ?? []) == ["a", "c"])
        #expect(read["c"]?.spouse?.name == "a")
    }

    @Test func aOneToOneFollowsItsPartner() throws {
        let all = citizens("a", "b")
        all[0].passport = Passport("1")
        all[1].passport = Passport("2")
        try context.save()
        #expect(try reopened()["a"]?.passport?.number == "1")
        let second = try #require(all[1].passport)
        all[0].passport = second
        #expect(all[1].passport == nil)
        #expect(second.holder === all[0])
        try context.save()
        var read = try reopened()
        #expect(read["a"]?.passport?.number == "2")
        #expect(read["b"]?.passport == nil)
        second.holder = all[1]
        #expect(all[0].passport == nil)
        try context.save()
        read = try reopened()
        #expect(read["a"]?.passport == nil)
        #expect(read["b"]?.passport?.holder?.name == "b")
    }

    @Test func optionalArraysAndThoseWithoutInverseAreKept() throws {
        let all = citizens("a", "b")
        #expect(all[0].badges == nil)
        all[0].badges = [Badge("x"), Badge("y")]
        all[1].badges = []
        all[0].rivals = [all[1], all[0]]
        #expect(all[1].rivals.isEmpty)
        try context.save()
        var read = try reopened()
        #expect(read["a"]?.badges?.map(\.text) == ["x", "y"])
        #expect(read["b"]?.badges?.isEmpty ?? true)
        #expect(read["a"]?.rivals.map(\.name) == ["b", "a"])
        #expect(read["b"]?.rivals.isEmpty == true)
        all[0].badges = nil
        context.delete(all[1])
        try context.save()
        read = try reopened()
        #expect(read["a"]?.badges?.isEmpty ?? true)
        #expect(read["a"]?.rivals.map(\.name) == ["a"])
        #expect(try store.sqlite3("SELECT count(*) FROM ZBADGE WHERE ZHOLDER IS NOT NULL") == "0")
    }
}

/// The compiler does not accept a key path to the property that the attribute is on: that is a circular reference.
enum OwnInverse {
    static var spouse: AnyKeyPath { \Citizen.spouse }
    static var friends: AnyKeyPath { \Citizen.friends }
}

@Model
final class Citizen {
    var name: String
    @Relationship(inverse: OwnInverse.spouse)
    var spouse: Citizen?
    @Relationship(inverse: OwnInverse.friends)
    var friends: [Citizen] = []
    @Relationship(inverse: nil)
    var rivals: [Citizen] = []
    var passport: Passport?
    var badges: [Badge]?

    init(_ name: String) { self.name = name }
}

@Model
final class Passport {
    var number: String
    var holder: Citizen?

    init(_ number: String) { self.number = number }
}

@Model
final class Badge {
    var text: String
    var holder: Citizen?

    init(_ text: String) { self.text = text }
}
