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
            [OurSearch(input)]
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
        var random = SampleRandom(seed: 5)
        for start in stride(from: 0, to: count, by: 50_000) {
            try context.insert(Page.self, start..<min(start + 50_000, count)) { _, new in
                let words = (0..<12).map { _ in "word\(random.int(0...19_999))" }
                new.set(\.text, to: words.joined(separator: " "))
            }
        }
        file = made
        return made
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
