#if PostgreSQL
import Foundation
import SwiftData
import TestSupport

@Model final class Placard {
    var number: Int
    @Attribute(.spotlight) var title: String
    @Attribute(.spotlight) var text: String?
    var remark: String

    init(number: Int, title: String, text: String? = nil, remark: String = "") {
        (self.number, self.title, self.text, self.remark) = (number, title, text, remark)
    }
}

@Model class Herb {
    @Attribute(.spotlight) var name: String

    init(name: String) { self.name = name }
}

@Model final class Fern: Herb {
    @Attribute(.spotlight) var frond: String

    init(name: String, frond: String) {
        self.frond = frond
        super.init(name: name)
    }
}

/// Texts and searches that are drawn at random, with a small vocabulary of many scripts.
struct SearchDraw: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    private static let words = [
        "rose", "Rosé", "ROSES", "Straße", "strasse", "Kirschblüte", "naïve", "tomato", "soup", "don't", "x", "7",
        "42nd",
        "東京", "京都", "東", "桜の花", "カメラ", "ｶﾒﾗ", "ﾊﾟﾝ", "ไทย", "ภาษาไทย", "ភាសា", "မြန်မာ", "བོད་", "한국어", "한", "하",
        "Ελλάδα", "ΣΊΣΥΦΟΣ", "σίσυφος", "Москва", "ёлка", "елка", "שָׁלוֹם", "שלום", "العَرَبِيَّة", "العربية", "हिन्दी", "தமிழ்",
        "İstanbul",
        "istanbul", "ﬁsh", "ＡＢＣ１２", "abc12", "①②", "Ⅷ", "e\u{301}te\u{301}", "\u{E9}t\u{E9}", "o\u{308}\u{332}l", "ŉ",
        "Łódź", "lodz", "ǆ",
        "👩‍👩‍👧‍👦", "🇩🇪", "❤️", "👍🏽", "𝔘𝔫𝔦", "𠮷野家", "ㄅㄆ", "꾸", "\u{1100}\u{1161}", "a\u{200D}b", "soft\u{AD}hyphen", "O’Neill",
        "foo_bar", "C++", "it's", "\\", "''", "&", "|", "!", ":*", "(rose", "*", "%", "a:b",
    ]
    private static let gaps = [" ", " ", " ", " ", "", "-", "\n", "\u{3000}", ", ", "\u{A0}", "。", "\t", "\u{200B}"]

    mutating func text(_ most: Int = 12) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...most, using: &self) {
            if Int.random(in: 0..<60, using: &self) == 0 {
                text += String(repeating: "langwort", count: Int.random(in: 1...400, using: &self))
            } else if let word = Self.words.randomElement(using: &self) {
                text += word
            }
            text += Self.gaps.randomElement(using: &self) ?? " "
        }
        return text
    }

    /// A search: some words, a piece of a text, a phrase, or the beginning of a word.
    mutating func query(_ texts: [String]) -> String {
        var parts: [String] = []
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            var part = text(Int.random(in: 1...2, using: &self))
            if Bool.random(using: &self), let text = texts.randomElement(using: &self), !text.isEmpty {
                let start = Int.random(in: 0..<text.count, using: &self)
                part = String(text.dropFirst(start).prefix(Int.random(in: 1...12, using: &self)))
            }
            switch Int.random(in: 0..<6, using: &self) {
            case 0: part = "\"\(part)\""
            case 1: part = part.trimmingCharacters(in: .whitespaces) + "*"
            default: break
            }
            parts.append(part)
        }
        return parts.joined(separator: " ")
    }
}
#endif
