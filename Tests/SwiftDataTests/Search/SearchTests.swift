import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

@Model
final class Leaflet {
    var number: Int
    @Attribute(.spotlight) var title: String
    @Attribute(.spotlight) var text: String?
    var remark: String
    var isOpen: Bool

    init(number: Int, title: String, text: String? = nil, remark: String = "", isOpen: Bool = true) {
        self.number = number
        self.title = title
        self.text = text
        self.remark = remark
        self.isOpen = isOpen
    }
}

/// Full-text search, against a search through the texts by Foundation's folding.
@Suite struct SearchTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder, _ titles: [String] = []) throws -> ModelContext
    {
        let context = ModelContext(try place.container(folder, Leaflet.self))
        context.autosaveEnabled = false
        for (number, title) in titles.enumerated() { context.insert(Leaflet(number: number, title: title)) }
        try context.save()
        return context
    }

    private func found(_ context: ModelContext, _ text: String, prefixes: Bool = false) throws -> [Int] {
        try context.search(Leaflet.self, text, matchesPrefixes: prefixes).map(\.model.number).sorted()
    }

    private static let texts = [
        "Kirschblüte in Tokyo", "KIRSCHBLUETE", "東京の桜", "東京都", "京都の桜", "cherry blossom in Kyoto",
        "blossom of the cherry",
        "Straße nach Süden", "naïve café", "don't panic", "C++ and C#", "ｆｕｌｌ width", "ภาษาไทย", "ในประเทศไทย",
        "Ελλάδα", "Øresund",
        "2026-11-27", "", "!!!", "x1 x2", "ПРИВЕТ мир", "مَرْحَبًا", "한국어 검색", "カタカナ", "がぎぐ", "かきく",
    ]

    @Test(arguments: StorePlace.allCases) func wordsAreFoundInAnyScript(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder, Self.texts)
        func titles(_ text: String, prefixes: Bool = false) throws -> Set<String> {
            Set(try found(context, text, prefixes: prefixes).map { Self.texts[$0] })
        }
        #expect(try titles("kirschblute") == ["Kirschblüte in Tokyo"])
        #expect(try titles("KIRSCHBLÜTE tokyo") == ["Kirschblüte in Tokyo"])
        #expect(try titles("東京") == ["東京の桜", "東京都"])
        #expect(try titles("京") == ["東京の桜", "東京都", "京都の桜"])
        #expect(try titles("京都") == ["東京都", "京都の桜"])
        #expect(try titles("桜") == ["東京の桜", "京都の桜"])
        #expect(try titles("東京 桜") == ["東京の桜"])
        #expect(try titles("strasse") == ["Straße nach Süden"])
        #expect(try titles("cafe naive") == ["naïve café"])
        #expect(try titles("don't") == ["don't panic"])
        #expect(try titles("full") == ["ｆｕｌｌ width"])
        #expect(try titles("ไทย") == ["ภาษาไทย", "ในประเทศไทย"])
        #expect(try titles("ελλαδα") == ["Ελλάδα"])
        #expect(try titles("oresund") == ["Øresund"])
        #expect(try titles("2026-11") == ["2026-11-27"])
        #expect(try titles("привет") == ["ПРИВЕТ мир"])
        #expect(try titles("مرحبا") == ["مَرْحَبًا"])
        #expect(try titles("한국어") == ["한국어 검색"])
        #expect(try titles("タカ") == ["カタカナ"])
        #expect(try titles("か") == ["かきく"])
        #expect(try titles("blossom cherry") == ["cherry blossom in Kyoto", "blossom of the cherry"])
        #expect(try titles("\"cherry blossom\"") == ["cherry blossom in Kyoto"])
        #expect(try titles("blos") == [])
        #expect(try titles("blos*") == ["cherry blossom in Kyoto", "blossom of the cherry"])
        #expect(try titles("cher blos", prefixes: true) == ["cherry blossom in Kyoto", "blossom of the cherry"])
        #expect(try titles("\"cherry bl\"", prefixes: true) == ["cherry blossom in Kyoto"])
    }

    @Test(arguments: StorePlace.allCases) func anyTextIsASearch(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder, ["and or not near", "plain"])
        for text in ["", " ", "\"", "\"\"", "*", "^", "-", "()", "\u{0}", "\u{301}", "\"*\"", ":", "{}", "+", "'"] {
            #expect(try found(context, text).isEmpty, "\(text)")
        }
        for text in [
            "NEAR(and or, 2)", "near AND not", "-near", "near*", "^near", "(near", "near)", "\"near", "near:",
            "near\u{0}",
        ] {
            _ = try context.search(Leaflet.self, text)
        }
        #expect(try found(context, "near AND not") == [0])
        #expect(try found(context, "NOT") == [0])
        #expect(try found(context, "\"near") == [0])
        #expect(try found(context, "plain:") == [1])
        var random = ScriptRandom(seed: 8)
        let pieces = [
            "near", "AND", "\"", "*", "(", ")", "^", ":", "{", "'", "\u{0}", "東", "é", " ", "-", "\u{301}", "ß", "\n",
        ]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            _ = try context.search(Leaflet.self, text)
        }
    }

    /// Words by Foundation: folded, and split where there is no letter and no digit. For texts with spaces alone.
    private func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
    }

    @Test(arguments: StorePlace.allCases) func randomTextsAreFoundAsByFoundation(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        var random = ScriptRandom(seed: 17)
        let vocabulary = [
            "Äpfel", "apfel", "Birne", "café", "CAFE", "zoo", "Zoë", "x-1", "x1", "naïve", "Ångström", "été",
        ]
        var texts: [(title: String, text: String?)] = []
        func phrase(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                vocabulary[Int.random(in: 0..<vocabulary.count, using: &random)]
            }.joined(separator: [" ", ", ", ". "][Int.random(in: 0..<3, using: &random)])
        }
        for number in 0..<200 {
            texts.append((phrase(4), Bool.random(using: &random) ? nil : phrase(6)))
            context.insert(
                Leaflet(number: number, title: texts[number].title, text: texts[number].text, remark: "zebra")
            )
        }
        try context.save()
        for _ in 0..<60 {
            let wanted = phrase(3)
            // Each chunk without a space is a phrase.
            let chunks = wanted.split(separator: " ").map { words(String($0)) }.filter { !$0.isEmpty }
            let expected = texts.indices.filter { number in
                let parts = [texts[number].title, texts[number].text ?? ""].map(words)
                return !chunks.isEmpty
                    && chunks.allSatisfy { chunk in
                        parts.contains { part in
                            part.indices.contains { part[$0...].starts(with: chunk) }
                        }
                    }
            }
            #expect(try found(context, wanted) == expected, "\(wanted)")
        }
        #expect(try found(context, "zebra").isEmpty)
    }

    @Test func theOrderIsThatOfTheRanking() throws {
        let folder = try TemporaryFolder()
        let memory = try TemporaryFolder()
        let titles = (0..<40).map { number in
            (0..<(number % 7 + 1)).map { $0 % 3 == number % 3 ? "rose" : "tulip\($0)" }.joined(separator: " ")
        }
        // The JSON store has its models ranked in memory.
        let (indexed, ranked) = (try context(.file, folder, titles), try context(.json, memory, titles))
        for text in ["rose", "tulip1", "rose tulip2", "rose tul*"] {
            let left = try indexed.search(Leaflet.self, text)
            let right = try ranked.search(Leaflet.self, text)
            #expect(Set(left.map(\.model.number)) == Set(right.map(\.model.number)))
            let scores = Dictionary(uniqueKeysWithValues: right.map { ($0.model.number, $0.score) })
            for result in left { #expect(abs((scores[result.model.number] ?? -1) - result.score) < 1e-4, "\(text)") }
            #expect(left.map(\.score) == left.map(\.score).sorted(by: >))
            #expect(
                try indexed.search(Leaflet.self, text, limit: 3).map(\.model.number)
                    == left.prefix(3).map(\.model.number)
            )
        }
    }

    @Test(arguments: StorePlace.allCases) func aPredicateChoosesAmongTheMatches(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        for number in 0..<700 {
            context.insert(Leaflet(number: number, title: "rose \(number)", isOpen: number % 10 == 0))
        }
        try context.save()
        let open = try context.search(Leaflet.self, "rose", where: #Predicate { $0.isOpen })
        #expect(Set(open.map(\.model.number)) == Set((0..<70).map { $0 * 10 }))
        #expect(try context.search(Leaflet.self, "rose", where: #Predicate { $0.number == 699 }, limit: 5).count == 1)
        #expect(try context.search(Leaflet.self, "rose", where: #Predicate { $0.isOpen }, limit: 5).count == 5)
        #expect(try context.search(Leaflet.self, "rose", limit: 0).isEmpty)
    }

    @Test func aClassWithoutMarkedTextsIsAnError() throws {
        let context = try memoryContext(Account.self, Booking.self)
        #expect {
            _ = try context.search(Account.self, "x")
        } throws: { ($0 as? ModelQueryError)?.code == .noSearchableProperty }
    }

    @Test func highlightsAreThePlacesOfTheWords() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let long = (0..<60).map { "word\($0)" }.joined(separator: " ") + " Kirschblüten, die Blüte"
        context.insert(Leaflet(number: 0, title: "東京の桜 und Blüte", text: long))
        try context.save()
        let result = try #require(try context.search(Leaflet.self, "blute 東京").first)
        #expect(result.highlights.map(\.propertyName) == ["title", "text"])
        #expect(result.highlights[0].marked("[", "]") == "[東京]の桜 und [Blüte]")
        #expect(result.highlights[1].marked("[", "]").hasSuffix("Kirschblüten, die [Blüte]"))
        let prefix = try #require(try context.search(Leaflet.self, "kirsch*").first)
        let snippet = try #require(prefix.snippet(length: 5))
        #expect(snippet.propertyName == "text")
        #expect(snippet.marked("<", ">") == "…word58 word59 <Kirschblüten>, die Blüte")
        #expect(
            try #require(try context.search(Leaflet.self, "word30").first?.snippet(length: 3)).marked("<", ">")
                == "…<word30> word31 word32…"
        )
    }
}
