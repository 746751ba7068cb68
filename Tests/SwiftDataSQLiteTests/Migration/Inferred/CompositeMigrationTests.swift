import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Members of structs and enums come, go, and are given defaults.
struct CompositeMigrationTests {
    enum V1 {
        struct Address: Codable, Equatable {
            var street: String
            var zip: String?
            var floor: Int
        }
        enum State: String, Codable { case open, closed }
        enum Mood: Codable, Equatable {
            case calm
            case angry(level: Int)
        }
        @Model class Place {
            var number: Int
            var address: Address
            var second: Address?
            var state: State
            var mood: Mood
            var tags: [String]
            init(number: Int, address: Address, second: Address?, state: State, mood: Mood, tags: [String]) {
                self.number = number
                self.address = address
                self.second = second
                self.state = state
                self.mood = mood
                self.tags = tags
            }
        }
    }
    enum V2 {
        struct Address: Codable, Equatable {
            var street: String
            var zip: String?
            var floor: Double
            var country: String?
        }
        struct Home: Codable, Equatable {
            var street: String
            var zip: String?
            var floor: Int
        }
        enum Mood: Codable, Equatable {
            case calm
            case angry(level: Int)
            case sad
        }
        @Model class Place {
            var number: Int
            var address: Address
            var second: Home = Home(street: "none", zip: "0", floor: -1)
            var state: String
            var mood: Mood
            var tags: Set<String>
            init(number: Int, address: Address, state: String, mood: Mood, tags: Set<String>) {
                self.number = number
                self.address = address
                self.state = state
                self.mood = mood
                self.tags = tags
            }
        }
    }

    @Test func membersAreConvertedAndFilled() throws {
        let store = try MigratedStore()
        try store.open([V1.Place.self]) { context in
            let address = V1.Address(street: "Main", zip: nil, floor: 3)
            context.insert(
                V1.Place(
                    number: 1,
                    address: address,
                    second: nil,
                    state: .open,
                    mood: .angry(level: 4),
                    tags: ["a", "b"]
                )
            )
            context.insert(
                V1.Place(number: 2, address: address, second: address, state: .closed, mood: .calm, tags: [])
            )
            try context.save()
        }
        try store.migrate(to: [V2.Place.self])
        try store.expectFresh([V2.Place.self])
        try store.open([V2.Place.self]) { context in
            let places = try context.fetch(FetchDescriptor<V2.Place>(sortBy: [SortDescriptor(\.number)]))
            #expect(places.map(\.address) == Array(repeating: V2.Address(street: "Main", zip: nil, floor: 3), count: 2))
            // The default stands in as a whole; a row that had a value keeps it, with the member that was nil.
            #expect(
                places.map(\.second) == [
                    V2.Home(street: "none", zip: "0", floor: -1), V2.Home(street: "Main", zip: nil, floor: 3),
                ]
            )
            #expect(places.map(\.state) == ["open", "closed"])
            #expect(places.map(\.mood) == [.angry(level: 4), .calm])
            #expect(places.map(\.tags) == [["a", "b"], []])
        }
    }

    @Test func whatCannotBeInferredIsToldAllAtOnce() throws {
        let error = try #require(throws: StoreError.self) {
            _ = try InferredMigration(
                from: ModelOutline(Schema([V2.Place.self])),
                to: ModelOutline(Schema([V1.Place.self]))
            )
        }
        #expect(error.code == .migration)
        #expect(error.message.contains("Place.state: was string and is rawValue.string"))
        #expect(error.message.contains("Place.mood: had a case sad, which is not there any more"))
        #expect(error.message.contains("Place.address.floor: was double and is int64"))
        #expect(error.message.hasPrefix("3 changes"))
    }
}
