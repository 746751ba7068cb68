#if PostgreSQL
import Foundation
import SwiftDataCore

/// The words of ``SearchTokens`` in the forms of the server: a `tsvector` of a row, and a `tsquery` that finds all rows
/// with some phrases, and other rows.
///
/// The server has no part in finding words. Words have no positions, of which a `tsvector` keeps 16,383 alone: memory looks for
/// the phrases. In scripts without spaces each character is a word, so that characters that follow each other are a word as well.
enum SearchWords {
    /// The number of bytes after which a word is cut off. The server keeps 2,046.
    private static let longest = 2_000
    /// The number of bytes of all words of a row. The server keeps a megabyte.
    private static let most = 900_000
    /// The word of a row with more of them, which every query finds. It is no word of a text.
    private static let every = "*"
    /// The number of words that a query looks for.
    private static let mostWanted = 64

    /// The words of a row.
    /// - Returns: The `tsvector` as a text, and the number of words in the texts.
    static func vector(_ texts: [String]) -> (text: String, count: Int) {
        var found: Set<String> = []
        var (count, size) = (0, 0)
        func add(_ word: String) {
            if found.insert(word).inserted { size += word.utf8.count + 4 }
        }
        for text in texts {
            var former: String?
            for word in composed(SearchTokens.joined(text)).split(separator: " ") {
                count += 1
                let word = cut(String(word))
                if size < most {
                    add(word)
                    if let pair = pair(former, word) { add(pair) }
                }
                former = word
            }
        }
        return (size < most ? found.map(quoted).joined(separator: " ") : quoted(every), count)
    }

    /// The query that finds the rows with all of some phrases.
    static func query(_ phrases: [SearchQuery.Phrase]) -> String {
        var terms: [String] = []
        for phrase in phrases { terms += self.terms(phrase) }
        var known: Set<String> = []
        let wanted = terms.filter { known.insert($0).inserted }.prefix(mostWanted)
        return "(\(wanted.joined(separator: " & "))) | \(quoted(every))"
    }

    private static func terms(_ phrase: SearchQuery.Phrase) -> [String] {
        var words = phrase.words.map { cut(composed($0)) }
        let beginning = phrase.isPrefix ? words.popLast() : nil
        var terms: [String] = []
        for (place, word) in words.enumerated() {
            let before = place > 0 ? pair(words[place - 1], word) : nil
            let behind = place + 1 < words.count ? pair(word, words[place + 1]) : nil
            if let before { terms.append(quoted(before)) }
            if before == nil, behind == nil { terms.append(quoted(word)) }
        }
        if let beginning { terms.append(quoted(beginning) + ":*") }
        return terms
    }

    /// Two characters of scripts without spaces that follow each other; nil for other words.
    private static func pair(_ first: String?, _ second: String) -> String? {
        guard let first, isSingle(first), isSingle(second) else { return nil }
        return first + second
    }

    private static func isSingle(_ word: String) -> Bool {
        guard let byte = word.utf8.first, byte >= 0x80 else { return false }
        // One character may have any number of marks. Two of them have to fit into a word.
        return word.utf8.count <= longest / 2 && word.count == 1
    }

    /// A text in one form, since the server compares bytes and Swift compares characters.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.decomposedStringWithCanonicalMapping
    }

    private static func cut(_ word: String) -> String {
        guard word.utf8.count > longest else { return word }
        var kept = String.UnicodeScalarView()
        var size = 0
        for scalar in word.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= longest else { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    private static func quoted(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("'", with: "''")
        return "'\(escaped)'"
    }
}
#endif
