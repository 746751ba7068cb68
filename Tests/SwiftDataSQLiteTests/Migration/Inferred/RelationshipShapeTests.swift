import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// To-one becomes to-many and back, with and without inverses.
struct RelationshipShapeTests {
    enum Single {
        @Model class Team {
            var name: String
            @Relationship(inverse: \Player.team) var players: [Player] = []
            init(name: String) { self.name = name }
        }
        @Model class Player {
            var name: String
            var team: Team?
            init(name: String, team: Team? = nil) {
                self.name = name
                self.team = team
            }
        }
    }
    enum Many {
        @Model class Team {
            var name: String
            @Relationship(inverse: \Player.teams) var players: [Player] = []
            init(name: String) { self.name = name }
        }
        @Model class Player {
            var name: String
            @Relationship(originalName: "team") var teams: [Team] = []
            init(name: String) { self.name = name }
        }
    }
    enum Back {
        @Model class Team {
            var name: String
            @Relationship(inverse: \Player.team) var players: [Player] = []
            init(name: String) { self.name = name }
        }
        @Model class Player {
            var name: String
            @Relationship(originalName: "teams") var team: Team?
            init(name: String) { self.name = name }
        }
    }
    enum Pair {
        @Model class Team {
            var name: String
            @Relationship(originalName: "players", inverse: \Player.team) var captain: Player?
            init(name: String) { self.name = name }
        }
        @Model class Player {
            var name: String
            var team: Team?
            init(name: String) { self.name = name }
        }
    }

    private static let single: [any PersistentModel.Type] = [Single.Team.self, Single.Player.self]
    private static let many: [any PersistentModel.Type] = [Many.Team.self, Many.Player.self]
    private static let back: [any PersistentModel.Type] = [Back.Team.self, Back.Player.self]
    private static let pair: [any PersistentModel.Type] = [Pair.Team.self, Pair.Player.self]

    private func filled(_ playersOfReds: Int) throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.single) { context in
            let (reds, blues) = (Single.Team(name: "Reds"), Single.Team(name: "Blues"))
            context.insert(reds)
            context.insert(blues)
            for number in 0..<playersOfReds { context.insert(Single.Player(name: "red \(number)", team: reds)) }
            context.insert(Single.Player(name: "blue", team: blues))
            context.insert(Single.Player(name: "free"))
            try context.save()
        }
        return store
    }

    @Test func toOneBecomesToManyAndBack() throws {
        let store = try filled(2)
        try store.migrate(to: Self.many)
        try store.expectFresh(Self.many)
        try store.open(Self.many) { context in
            let teams = try context.fetch(FetchDescriptor<Many.Team>(sortBy: [SortDescriptor(\.name)]))
            #expect(teams.map { $0.players.map(\.name).sorted() } == [["blue"], ["red 0", "red 1"]])
            let players = try context.fetch(FetchDescriptor<Many.Player>(sortBy: [SortDescriptor(\.name)]))
            #expect(players.map { $0.teams.map(\.name) } == [["Blues"], [], ["Reds"], ["Reds"]])
        }
        try store.migrate(to: Self.back)
        try store.expectFresh(Self.back)
        try store.open(Self.back) { context in
            let players = try context.fetch(FetchDescriptor<Back.Player>(sortBy: [SortDescriptor(\.name)]))
            #expect(players.map { $0.team?.name } == ["Blues", nil, "Reds", "Reds"])
        }
    }

    @Test func severalLinksCannotBecomeOne() throws {
        let store = try filled(2)
        try store.migrate(to: Self.many)
        try store.open(Self.many) { context in
            let teams = try context.fetch(FetchDescriptor<Many.Team>())
            let players = try context.fetch(FetchDescriptor<Many.Player>()).filter { $0.name.hasPrefix("red") }
            for player in players { player.teams = teams }
            try context.save()
        }
        let keys = try store.rows("SELECT Z_PK FROM ZPLAYER WHERE ZNAME LIKE 'red%' ORDER BY Z_PK")
        let before = try store.sql(".dump")
        let error = try #require(throws: StoreError.self) { try store.migrate(to: Self.back) }
        #expect(error.code == .migration)
        #expect(error.entityName == "Player" && error.propertyName == "team")
        #expect(error.message.contains("2 rows (\(keys.map { "Player/p\($0)" }.joined(separator: ", ")))"))
        #expect(!error.description.contains("Reds"))
        #expect(try store.sql(".dump") == before)
    }

    @Test func toManyBecomesToOneWhereEachHasOne() throws {
        let store = try filled(1)
        try store.migrate(to: Self.pair)
        try store.expectFresh(Self.pair)
        try store.open(Self.pair) { context in
            let teams = try context.fetch(FetchDescriptor<Pair.Team>(sortBy: [SortDescriptor(\.name)]))
            #expect(teams.map { $0.captain?.name } == ["blue", "red 0"])
            #expect(teams.map { $0.captain?.team?.name } == ["Blues", "Reds"])
        }
        let full = try filled(2)
        let error = try #require(throws: StoreError.self) { try full.migrate(to: Self.pair) }
        #expect(error.entityName == "Team" && error.propertyName == "captain")
        #expect(error.message.contains("1 row (Team/p"))
    }

    @Test func aRelationshipThatLeadsElsewhereIsRefused() throws {
        let store = try filled(1)
        var target = try store.model()
        let team = try #require(target.entities.firstIndex { $0.name == "Team" })
        let player = try #require(target.entities.firstIndex { $0.name == "Player" })
        target.entities.append(EntityOutline("Club", properties: []))
        target.entities[player].properties = target.entities[player].properties.map { property in
            guard case .relationship(var relationship) = property else { return property }
            relationship.destination = "Club"
            relationship.inverseName = nil
            return .relationship(relationship)
        }
        target.entities[team].properties.removeAll { $0.name == "players" }
        let error = try #require(throws: StoreError.self) { try store.migrate(to: target) }
        #expect(error.description.contains("Player.team: led to Team and leads to Club"))
    }

    @Test func ordersComeAlongToAnotherShape() throws {
        let store = try filled(3)
        try store.open(Self.single) { context in
            let reds = try #require(try context.fetch(FetchDescriptor<Single.Team>()).first { $0.name == "Reds" })
            reds.players = ["red 2", "red 0", "red 1"].compactMap { name in reds.players.first { $0.name == name } }
            try context.save()
        }
        try store.migrate(to: Self.many)
        try store.open(Self.many) { context in
            let reds = try #require(try context.fetch(FetchDescriptor<Many.Team>()).first { $0.name == "Reds" })
            #expect(reds.players.map(\.name) == ["red 2", "red 0", "red 1"])
        }
        try store.migrate(to: Self.back)
        try store.open(Self.back) { context in
            let reds = try #require(try context.fetch(FetchDescriptor<Back.Team>()).first { $0.name == "Reds" })
            #expect(reds.players.map(\.name) == ["red 2", "red 0", "red 1"])
        }
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
    }
}
