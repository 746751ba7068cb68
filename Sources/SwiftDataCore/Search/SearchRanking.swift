import Foundation

/// The ranking of texts in memory, as FTS5 ranks rows: Okapi BM25 with k1 = 1.2 and b = 0.75
/// (https://sqlite.org/fts5.html, "The bm25() function").
package struct SearchRanking {
    private let phrases: [SearchQuery.Phrase]
    /// The number of places of each phrase in each text that has all of them, and the number of the text's words.
    private var found: [(place: Int, counts: [Int], wordCount: Int)] = []
    /// The number of texts with each phrase.
    private var textCounts: [Int]
    private var count = 0
    private var wordCount = 0

    package init(_ phrases: [SearchQuery.Phrase]) {
        self.phrases = phrases
        textCounts = Array(repeating: 0, count: phrases.count)
    }

    /// Adds a text, which may have several parts, such as the attributes of a model.
    package mutating func add(_ parts: [String]) {
        let tokens = parts.map { SearchTokens($0).tokens }
        let counts = phrases.map { phrase in tokens.reduce(0) { $0 + phrase.starts(in: $1).count } }
        let words = tokens.reduce(0) { $0 + $1.count }
        for (index, number) in counts.enumerated() where number > 0 { textCounts[index] += 1 }
        if counts.allSatisfy({ $0 > 0 }) { found.append((count, counts, words)) }
        count += 1
        wordCount += words
    }

    /// Replaces the numbers of the added texts by the numbers of all texts, where an index shows that the rest lacks a
    /// phrase.
    /// - Parameters:
    ///   - count: The number of all texts.
    ///   - wordCount: The number of their words.
    ///   - textCounts: The number of texts with each phrase; nil for that of the added texts.
    package mutating func widen(count: Int, wordCount: Int, textCounts: [Int]?) {
        self.count = max(self.count, count)
        self.wordCount = max(self.wordCount, wordCount)
        if let textCounts { self.textCounts = zip(self.textCounts, textCounts).map { max($0, $1) } }
    }

    /// The places of the texts with all phrases, the best first. Texts with one score are in the order in which they were
    /// added.
    package var ranked: [(place: Int, score: Double)] {
        guard !phrases.isEmpty else { return [] }
        let average = count == 0 ? 1 : max(Double(wordCount) / Double(count), 1)
        let weights = textCounts.map { number in
            // A phrase of more than half of the texts still counts for something.
            max(Foundation.log((Double(count - number) + 0.5) / (Double(number) + 0.5)), 1e-6)
        }
        let scored = found.map { text in
            let score = zip(text.counts, weights).reduce(0.0) { sum, phrase in
                let frequency = Double(phrase.0)
                let length = 1.2 * (1 - 0.75 + 0.75 * Double(text.wordCount) / average)
                return sum + phrase.1 * frequency * 2.2 / (frequency + length)
            }
            return (place: text.place, score: score)
        }
        return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
    }
}
