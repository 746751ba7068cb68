/// The words of a text in the form of searches: without case, accents and width.
///
/// A word is a run of letters and digits. A character of a script that is written without spaces is a word of its own, so
/// that one or two characters are found in any text.
package struct SearchTokens: Sendable {
    package struct Token: Sendable {
        /// The folded letters. Letters below U+0080 are lower-case letters and digits.
        package let text: String
        /// The place in the text.
        package let range: Range<String.Index>
        /// True if no character lies between this word and the one before.
        package let isAdjacent: Bool
    }

    package private(set) var tokens: [Token] = []

    /// Finds the words of a text, with their places.
    package init(_ text: String) {
        var word = ""
        var start = text.startIndex
        var end = text.startIndex
        func token(_ text: String, _ range: Range<String.Index>) -> Token {
            Token(text: text, range: range, isAdjacent: tokens.last?.range.upperBound == range.lowerBound)
        }
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            let folded = Self.folded(text[index])
            if folded.isEmpty || folded.standsAlone {
                if !word.isEmpty { tokens.append(token(word, start..<end)) }
                word = ""
                if folded.standsAlone { tokens.append(token(folded.text, index..<next)) }
            } else {
                if word.isEmpty { start = index }
                word += folded.text
                end = next
            }
            index = next
        }
        if !word.isEmpty { tokens.append(token(word, start..<end)) }
    }

    /// The words of a text with a space between them, for an index.
    package static func joined(_ text: String) -> String {
        var text = text
        if let plain = text.withUTF8({ plainWords($0) }) { return plain }
        return SearchTokens(text).tokens.map(\.text).joined(separator: " ")
    }

    /// The same for a text of ASCII alone, byte by byte; nil for another one.
    private static func plainWords(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var words: [UInt8] = []
        words.reserveCapacity(bytes.count)
        var isGap = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isGap, !words.isEmpty { words.append(UInt8(ascii: " ")) }
                isGap = false
                words.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if isGap, !words.isEmpty { words.append(UInt8(ascii: " ")) }
                isGap = false
                words.append(byte + 32)
            default: isGap = true
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private struct Folded {
        var text = ""
        var standsAlone = false
        var isEmpty: Bool { text.isEmpty }
    }

    /// The letters of a character; nothing for one that is no letter and no digit.
    private static func folded(_ character: Character) -> Folded {
        var folded = Folded()
        var scalars = String.UnicodeScalarView()
        for (place, scalar) in TextFolding.decomposed(String(character)).enumerated() {
            if place == 0 {
                guard isLetter(scalar) else { return Folded() }
                folded.standsAlone = hasNoSpaces(scalar)
            } else if isAccent(scalar) || !isLetter(scalar) && !TextFolding.isMark(scalar) {
                continue
            }
            if scalar.value >= 0x80, scalar.value < 0xFF01 || scalar.value > 0xFF5E, TextFolding.isMark(scalar) {
                scalars.append(scalar)
            } else {
                scalars.append(contentsOf: TextFolding.searchFolded(scalar))
            }
        }
        folded.text = String(scalars)
        return folded
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            return scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark:
            return true
        default: return false
        }
    }

    /// Marks that make no other letter in the languages that have them: marks of Latin, Greek, Cyrillic, Hebrew and
    /// Arabic.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// True for a script that puts no spaces between words: Han, Kana, Bopomofo, Yi, Thai, Lao, Tibetan, Myanmar and Khmer,
    /// by the blocks of https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xEFF, 0xF00...0xFFF, 0x1000...0x109F, 0x1780...0x17FF, 0x19E0...0x19FF, 0x2E80...0x2FDF,
            0x3005...0x3007, 0x3021...0x3029, 0x3031...0x303C, 0x3040...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAA60...0xAA7F, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
