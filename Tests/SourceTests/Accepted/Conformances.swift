// Conformances that users write for their models.
import Foundation
import SwiftData

protocol Named: AnyObject {
    var name: String { get set }
    var title: String { get }
}

protocol Timestamped {
    var created: Date { get }
    static var kind: String { get }
}

protocol Stored: PersistentModel {
    var uuid: UUID { get }
    init(uuid: UUID)
}

extension Named {
    var title: String { name.capitalized }
}

@Model
final class Song: Named, Timestamped, Comparable, CustomStringConvertible {
    var name: String
    var created: Date = Date.now
    static let kind = "song"
    var description: String { "Song \(name)" }

    init(name: String) {
        self.name = name
    }

    static func < (lhs: Song, rhs: Song) -> Bool {
        lhs.name < rhs.name
    }
}

@Model
final class Artist: Codable {
    enum CodingKeys: CodingKey { case name, born }

    var name: String
    var born: Date?
    var songs: [Song] = []

    init(name: String, born: Date?) {
        self.name = name
        self.born = born
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        born = try container.decodeIfPresent(Date.self, forKey: .born)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(born, forKey: .born)
    }
}

@Model
final class Playlist: Decodable {
    private enum CodingKeys: String, CodingKey { case name = "playlist_name" }

    @Attribute(.unique) var name: String
    private(set) var plays = 0

    init(from decoder: any Decoder) throws {
        self.name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
}

@Model
final class Album: Hashable {
    var name: String
    init(name: String) { self.name = name }

    static func == (lhs: Album, rhs: Album) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@Model
final class Keyed: Identifiable {
    @Attribute(.unique) var id: UUID
    var name: String
    init(id: UUID = UUID(), name: String) {
        self.id = id
        self.name = name
    }
}

@Model
final class KeyedByString {
    var id: String = UUID().uuidString
    init() {}
}

@Model
final class Required: Stored {
    var uuid: UUID
    init(uuid: UUID) { self.uuid = uuid }
}

extension Song: Named2 {}
protocol Named2 { var name: String { get } }

func find<Model: Stored>(_ type: Model.Type, _ uuid: UUID, in context: ModelContext) throws -> Model {
    try context.fetch(FetchDescriptor<Model>()).first { $0.uuid == uuid } ?? Model(uuid: uuid)
}

func use(_ keyed: Keyed, _ songs: [Song]) throws -> [UUID: String] {
    let id: UUID = keyed.id
    let persistent: PersistentIdentifier = keyed.persistentModelID
    print(songs.sorted().max() as Any, Set(songs), persistent, Set([Album(name: "a")]), KeyedByString().id.isEmpty)
    let data = try JSONEncoder().encode(Artist(name: "A", born: nil))
    _ = try JSONDecoder().decode(Artist.self, from: data)
    let wanted = keyed.id
    _ = FetchDescriptor<Keyed>(predicate: #Predicate { $0.id == wanted })
    return [id: Dictionary(grouping: songs, by: \.name).keys.joined()]
}
