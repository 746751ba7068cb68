import SwiftData
import TestSupport
import Testing

@Model
final class Song {
    #Unique<Song>([\.album, \.track])
    @Attribute(.unique) var code: String?
    var title: String
    var album: Album?
    var track: Int?
    var genres: [Genre] = []

    init(code: String? = nil, title: String) {
        self.code = code
        self.title = title
    }
}

@Model
final class Album {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Song.album)
    var songs: [Song] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class Genre {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Song.genres)
    var songs: [Song] = []

    init(_ name: String) {
        self.name = name
    }
}

/// The examples of docs/uniqueness.md, word for word.
struct UniquenessExamples {
    let context: ModelContext
    private let store: TemporaryFolder

    init(_ medium: Medium) throws {
        store = try TemporaryFolder()
        let configuration =
            switch medium {
            case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
            case .disk: ModelConfiguration(url: store.file)
            }
        context = ModelContext(try ModelContainer(for: Schema([Song.self]), configurations: [configuration]))
    }

    private func save(_ songs: Song...) throws {
        for song in songs { context.insert(song) }
        try context.save()
    }

    private func count() throws -> Int { try context.fetchCount(FetchDescriptor<Song>()) }

    func whatClashes() throws {
        try save(Song(title: "one"), Song(title: "two"))
        #expect(try count() == 2)
        try save(Song(code: "a", title: "one"), Song(code: "A", title: "two"))
        #expect(try count() == 4)
    }

    func whatTheRowHas() throws {
        let stored = Song(code: "a", title: "Blue")
        stored.track = 3
        stored.genres = [Genre("calm")]
        try save(stored)
        let identifier = stored.persistentModelID

        let newcomer = Song(code: "a", title: "Green")
        newcomer.genres = [Genre("bright")]
        try save(newcomer)
        #expect(try count() == 1)
        #expect(stored.persistentModelID == identifier)
        #expect(stored.title == "Green")
        #expect(stored.track == nil)
        #expect(stored.genres.map(\.name) == ["calm", "bright"])
    }

    func theTwoObjects() throws {
        let stored = Song(code: "a", title: "Blue")
        try save(stored)
        let newcomer = Song(code: "a", title: "Green")
        try save(newcomer)
        #expect(newcomer.title == "Green")
        #expect(newcomer.persistentModelID == stored.persistentModelID)
        #expect(newcomer.modelContext == nil)
        newcomer.title = "Red"
        #expect(stored.title == "Red")
    }

    func severalNewModels() throws {
        let (first, second) = (Song(code: "a", title: "Blue"), Song(code: "a", title: "Green"))
        try save(first, second)
        #expect(try count() == 1)
        #expect(first.title == "Green")
        #expect(second.modelContext == nil)
    }

    func alongRelationships() throws {
        let stored = Song(title: "Blue")
        stored.album = Album("Colours")
        stored.track = 3
        try save(stored)

        let newcomer = Song(title: "Green")
        newcomer.album = Album("Colours")
        newcomer.track = 3
        try save(newcomer)
        #expect(try count() == 1)
        #expect(stored.title == "Green")
    }

    func whatIsAnError() throws {
        let (blue, green) = (Song(code: "a", title: "Blue"), Song(code: "b", title: "Green"))
        try save(blue, green)
        green.code = "a"
        #expect(throws: StoreError.self) { try context.save() }
        #expect(green.code == "a")
        green.code = "c"
        try context.save()
    }
}

@Suite struct UniquenessDocumentationTests {
    @Test(arguments: Medium.allCases)
    func theExamplesHold(_ medium: Medium) throws {
        try UniquenessExamples(medium).whatClashes()
        try UniquenessExamples(medium).whatTheRowHas()
        try UniquenessExamples(medium).theTwoObjects()
        try UniquenessExamples(medium).severalNewModels()
        try UniquenessExamples(medium).alongRelationships()
        try UniquenessExamples(medium).whatIsAnError()
    }

    @Test func eachExampleOfThePageIsInThisFile() throws {
        let file = URL(fileURLWithPath: #filePath)
        var folder = file
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let page = try String(contentsOf: folder.appendingPathComponent("docs/uniqueness.md"), encoding: .utf8)
        let source = flattened(try String(contentsOf: file, encoding: .utf8))
        let examples = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(examples.count == 7)
        for example in examples { #expect(source.contains(flattened(example)), "\(example)") }
    }

    /// Without the indentation, which differs.
    private func flattened(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
