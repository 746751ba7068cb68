import Foundation
import SwiftData
import SwiftDataQueries

/// Texts of which an index has the words.
@Model
final class Page {
    @Attribute(.spotlight) var text: String

    init(text: String) { self.text = text }
}

/// Searches of texts, by an index that the first one makes.
struct SearchWorkload: Workload {
    let number = 20
    let title = "full-text search"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = SearchInput(count: sizes.enumerated, place: place)
        let contest = Contest(
            "a word, the best 20 texts",
            rows: 20,
            goals: [.milliseconds(below: 20)],
            [OurSearch(input), RawSearch(input)]
        )
        return [contest]
    }
}

final class SearchInput {
    let count: Int
    let place: Workplace
    private var file: URL?

    init(count: Int, place: Workplace) {
        self.count = count
        self.place = place
    }

    /// A store of texts of 12 words, of which 20,000 are in use.
    func pages() throws -> URL {
        if let file { return file }
        let made = try place.fresh("search-ours")
        let context = ModelContext(try OurFile.open(made, [Page.self]))
        var texts = PageTexts()
        for start in stride(from: 0, to: count, by: 50_000) {
            try context.insert(Page.self, start..<min(start + 50_000, count)) { _, new in
                new.set(\.text, to: texts.next())
            }
        }
        file = made
        return made
    }
}

/// The same texts in each run.
struct PageTexts {
    private var random = SampleRandom(seed: 5)

    mutating func next() -> String {
        (0..<12).map { _ in "word\(random.int(0...19_999))" }.joined(separator: " ")
    }
}

/// FTS5 by hand, with its own tokenizer and no objects.
final class RawSearch: Contestant {
    let contender = Contender.raw
    private let input: SearchInput
    private var database: RawDatabase?
    private var statement: RawStatement?
    private var random = SampleRandom(seed: 6)

    init(_ input: SearchInput) {
        self.input = input
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try input.place.fresh("search-raw"))
        try database.transaction {
            try database.execute("CREATE VIRTUAL TABLE page USING fts5 (text)")
            let insert = try database.prepare("INSERT INTO page (text) VALUES (?)")
            var texts = PageTexts()
            for _ in 0..<input.count {
                insert.bind(1, texts.next())
                try insert.run()
            }
        }
        statement = try database.prepare("SELECT text FROM page WHERE page MATCH ? ORDER BY rank LIMIT 20")
        self.database = database
    }

    func run() throws -> Int {
        guard let statement else { return 0 }
        statement.bind(1, "word\(random.int(0...19_999))")
        var count = 0
        while try statement.step() { if !statement.text(0).isEmpty { count += 1 } }
        statement.reset()
        return count
    }

    func close() {
        statement = nil
        database = nil
    }
}

final class OurSearch: Contestant {
    let contender = Contender.ours
    private let input: SearchInput
    private var container: ModelContainer?
    private var indexing = 0.0
    private var random = SampleRandom(seed: 6)

    init(_ input: SearchInput) {
        self.input = input
    }

    func prepare() throws {
        guard container == nil else { return }
        let container = try OurFile.open(try input.pages(), [Page.self])
        let stopwatch = Stopwatch()
        _ = try ModelContext(container).search(Page.self, "word1", limit: 1)
        indexing = stopwatch.stop().wall
        self.container = container
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        return try ModelContext(container).search(Page.self, "word\(random.int(0...19_999))", limit: 20).count
    }

    func facts() throws -> [Fact] {
        [Fact("indexing of a row", indexing * 1_000 / Double(max(input.count, 1)), unit: "µs")]
    }

    func close() {
        container = nil
    }
}
