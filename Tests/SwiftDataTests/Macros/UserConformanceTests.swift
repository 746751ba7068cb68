import SwiftData
import Testing

@Model
final class Recipe: Codable {
    enum CodingKeys: String, CodingKey { case title, minutes, steps = "instructions" }

    var title: String
    var minutes: Int?
    @Relationship(deleteRule: .cascade, inverse: \Instruction.recipe) var steps: [Instruction] = []

    init(title: String, minutes: Int? = nil) {
        self.title = title
        self.minutes = minutes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        minutes = try container.decodeIfPresent(Int.self, forKey: .minutes)
        steps = try container.decode([Instruction].self, forKey: .steps)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(minutes, forKey: .minutes)
        try container.encode(steps, forKey: .steps)
    }
}

@Model
final class Instruction: Codable {
    var text: String
    var recipe: Recipe?

    init(text: String) {
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

@Model
final class Track: Comparable {
    var name: String
    var length: Int

    init(name: String, length: Int) {
        self.name = name
        self.length = length
    }

    static func < (lhs: Track, rhs: Track) -> Bool { lhs.length < rhs.length }
}

@Model
final class Token: Hashable, Identifiable {
    @Attribute(.unique) var id: UUID
    var name: String

    init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    static func == (lhs: Token, rhs: Token) -> Bool { lhs.id == rhs.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@Suite struct UserConformanceTests {
    @Test func aDecodedModelIsStoredAndEncodesAgain() throws {
        let json = #"{"instructions":["chop","boil"],"minutes":20,"title":"Soup"}"#
        let context = try memoryContext(Recipe.self)
        let recipe = try JSONDecoder().decode(Recipe.self, from: Data(json.utf8))
        context.insert(recipe)
        try context.save()
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Recipe>()).first)
        #expect(found.steps.map(\.text) == ["chop", "boil"])
        #expect(found.steps.allSatisfy { $0.recipe === found })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(found), as: UTF8.self) == json)
    }

    @Test func aRelationshipToACodableModelIsNotAnAttribute() throws {
        let entity = try #require(Schema([Recipe.self]).entitiesByName["Recipe"])
        #expect(Set(entity.relationshipsByName.keys) == ["steps"])
        #expect(Set(entity.attributesByName.keys) == ["title", "minutes"])
    }

    @Test func theUsersOrderIsUsed() {
        let tracks = [Track(name: "a", length: 3), Track(name: "b", length: 1)]
        #expect(tracks.sorted().map(\.name) == ["b", "a"])
        #expect(tracks.max()?.name == "a")
    }

    @Test func theUsersIdentityIsUsed() throws {
        let id = UUID()
        let first = Token(id: id, name: "first")
        let second = Token(id: id, name: "second")
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(first.id == id)
        let context = try memoryContext(Token.self)
        context.insert(first)
        try context.save()
        #expect(first.persistentModelID.entityName == "Token")
        #expect(try context.fetch(FetchDescriptor<Token>(predicate: #Predicate { $0.id == id })).first === first)
    }
}
