/// The forms of words in URLs and headers. Words of any other form are refused, so that none of them ends a header.
enum HTTPText {
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isWord(_ text: String, _ length: ClosedRange<Int>, _ others: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { isLetterOrDigit($0) || others.utf8.contains($0) }
    }

    static func isZone(_ text: String) -> Bool {
        isWord(text, 1...128, "._-") && text.utf8.first.map(isLetterOrDigit) == true
    }

    static func isPosition(_ text: String) -> Bool { isWord(text, 1...512, "._~-") }
    static func isAccount(_ text: String) -> Bool { isWord(text, 1...128, "._~-") }
    static func isCode(_ text: String) -> Bool { isWord(text, 1...64, "-") }

    /// True for a token that has visible characters of ASCII alone.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// A number of bytes in decimal digits.
    static func count(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
