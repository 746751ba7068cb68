public import SwiftData
import SwiftDataCore

/// A model that a search has found.
public struct SearchResult<Model: PersistentModel> {
    /// The model.
    public let model: Model
    /// A number that is greater the better the model matches, by BM25. It is comparable within one search only.
    public let score: Double
    private let query: SearchQuery
    private let slots: [Int]

    init(model: Model, score: Double, query: SearchQuery, slots: [Int]) {
        self.model = model
        self.score = score
        self.query = query
        self.slots = slots
    }

    /// A text of the model with the places of the words that were looked for.
    public struct Highlight: Sendable {
        /// The property.
        public let propertyName: String
        /// The text, or a part of it.
        public let text: String
        /// The places of the words in the text, in order.
        public let ranges: [Range<String.Index>]

        /// The text with marks around the words.
        /// - Parameters:
        ///   - open: The mark before a word.
        ///   - close: The mark behind a word.
        public func marked(_ open: String, _ close: String) -> String {
            var marked = ""
            var end = text.startIndex
            for range in ranges {
                marked += text[end..<range.lowerBound] + open + text[range] + close
                end = range.upperBound
            }
            return marked + text[end...]
        }
    }

    /// The searched texts of the model in which words were found, whole.
    public var highlights: [Highlight] {
        slots.compactMap { slot in
            guard let text = text(slot) else { return nil }
            let tokens = SearchTokens(text).tokens
            let places = query.places(in: tokens)
            guard !places.isEmpty else { return nil }
            return Highlight(
                propertyName: model._$modelState.layout.properties[slot].name,
                text: text,
                ranges: Self.joined(places.map { tokens[$0].range })
            )
        }
    }

    /// The part of a text around the first words that were found, cut between words.
    /// - Parameter length: The greatest number of words.
    /// - Returns: The part, with an ellipsis where something was cut off; nil where no text has the words any more.
    public func snippet(length: Int = 20) -> Highlight? {
        var best: (slot: Int, text: String, tokens: [SearchTokens.Token], places: [Int])?
        for slot in slots {
            guard let text = text(slot) else { continue }
            let tokens = SearchTokens(text).tokens
            let places = query.places(in: tokens)
            if places.count > best?.places.count ?? 0 { best = (slot, text, tokens, places) }
        }
        guard let best, let first = best.places.first else { return nil }
        let length = max(length, 1)
        let start = max(0, min(first - length / 4, best.tokens.count - length))
        let end = min(start + length, best.tokens.count)
        let (isCutBefore, isCutBehind) = (start > 0, end < best.tokens.count)
        let lower = isCutBefore ? best.tokens[start].range.lowerBound : best.text.startIndex
        let upper = isCutBehind ? best.tokens[end - 1].range.upperBound : best.text.endIndex
        let cut = (isCutBefore ? "…" : "") + best.text[lower..<upper] + (isCutBehind ? "…" : "")
        let tokens = SearchTokens(cut).tokens
        return Highlight(
            propertyName: model._$modelState.layout.properties[best.slot].name,
            text: cut,
            ranges: Self.joined(query.places(in: tokens).map { tokens[$0].range })
        )
    }

    private func text(_ slot: Int) -> String? {
        if case .string(let text) = model._$modelState.reading.shownValue(at: slot) { text } else { nil }
    }

    /// Ranges that follow each other without a gap are one.
    private static func joined(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        var joined: [Range<String.Index>] = []
        for range in ranges {
            if let last = joined.last, last.upperBound == range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<range.upperBound
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
