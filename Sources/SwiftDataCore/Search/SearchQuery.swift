/// A text to search for, as phrases that must all be found.
///
/// Any text is one: quotation marks around words make a phrase of them, a star behind a word looks for words that begin with
/// it, and everything else that is no letter and no digit separates words.
package struct SearchQuery: Sendable {
    /// Words that follow each other.
    package struct Phrase: Sendable, Hashable {
        package let words: [String]
        /// True if the last word is the beginning of one.
        package let isPrefix: Bool
    }

    package private(set) var phrases: [Phrase] = []

    /// - Parameter matchesPrefixes: True if the last word of each phrase is the beginning of one.
    package init(_ text: String, matchesPrefixes: Bool) {
        for (place, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if place % 2 == 1 {
                add(SearchTokens(String(part)).tokens.map(\.text), matchesPrefixes)
            } else {
                for chunk in part.split(whereSeparator: \.isWhitespace) { addChunk(String(chunk), matchesPrefixes) }
            }
        }
    }

    /// Words without a space between them, such as the words of `don't`, follow each other in the text too.
    private mutating func addChunk(_ chunk: String, _ matchesPrefixes: Bool) {
        let tokens = SearchTokens(chunk).tokens
        let hasStar = tokens.last.map { chunk[$0.range.upperBound...].hasPrefix("*") } ?? false
        add(tokens.map(\.text), matchesPrefixes || hasStar)
    }

    private mutating func add(_ words: [String], _ isPrefix: Bool) {
        if !words.isEmpty { phrases.append(Phrase(words: words, isPrefix: isPrefix)) }
    }

    /// True if each phrase is found in one of some texts.
    package func matches(_ texts: [String]) -> Bool {
        guard !phrases.isEmpty else { return false }
        let tokens = texts.map { SearchTokens($0).tokens }
        return phrases.allSatisfy { phrase in tokens.contains { phrase.isFound(in: $0) } }
    }

    /// The places of the words of a text that belong to a phrase; empty where a phrase is not found.
    package func places(in tokens: [SearchTokens.Token]) -> [Int] {
        var places: Set<Int> = []
        for phrase in phrases { places.formUnion(phrase.starts(in: tokens).flatMap { $0..<$0 + phrase.words.count }) }
        return places.sorted()
    }
}

extension SearchQuery.Phrase {
    /// The places of the first words of the phrase.
    package func starts(in tokens: [SearchTokens.Token]) -> [Int] {
        guard words.count <= tokens.count else { return [] }
        return (0...tokens.count - words.count).filter { starts(at: $0, in: tokens) }
    }

    fileprivate func isFound(in tokens: [SearchTokens.Token]) -> Bool {
        guard words.count <= tokens.count else { return false }
        return (0...tokens.count - words.count).contains { starts(at: $0, in: tokens) }
    }

    private func starts(at start: Int, in tokens: [SearchTokens.Token]) -> Bool {
        for (offset, word) in words.enumerated() {
            let found = tokens[start + offset].text
            let isLast = offset == words.count - 1
            // By scalars, as an index has them: a syllable of Hangul begins with the letters of a shorter one.
            guard found == word || isPrefix && isLast && found.utf8.starts(with: word.utf8) else { return false }
        }
        return true
    }
}

/// A search of the rows of an entity.
package struct SearchRequest: Sendable {
    package let entityName: String
    /// The slots of the attributes that are searched.
    package let slots: [Int]
    package let phrases: [SearchQuery.Phrase]

    package init(entityName: String, slots: [Int], phrases: [SearchQuery.Phrase]) {
        self.entityName = entityName
        self.slots = slots
        self.phrases = phrases
    }
}

/// A row that a search has found.
package struct SearchMatch: Sendable {
    /// The identifier of the row, with its own entity.
    package let identifier: PersistentIdentifier
    /// A number that is greater the better the row matches.
    package let score: Double

    package init(identifier: PersistentIdentifier, score: Double) {
        self.identifier = identifier
        self.score = score
    }
}
