#if PostgreSQL
/// A regular expression of the server that matches one character as Swift has it: an extended grapheme cluster.
///
/// Source: Unicode Standard Annex 29, tables 1b and 1c. The classes of scalars are read off Swift's own `Character`, so that
/// the two agree whatever their versions of Unicode are.
package enum GraphemePattern {
    /// The expression for one character.
    package static var character: String { patterns.character }
    /// The expression for one scalar that may share a character with a neighbour. In a text without one, each scalar is a
    /// character.
    package static var joining: String { patterns.joining }

    private static let patterns: (character: String, joining: String) = {
        let classes = GraphemeClasses()
        return (character(classes), "[\\r\(jamo)\(flags)\(classes.extending.text)\(classes.prepend.text)]")
    }()

    private static let leading = "\\u1100-\\u115F\\uA960-\\uA97C"
    private static let vowels = "\\u1160-\\u11A7\\uD7B0-\\uD7C6"
    private static let trailing = "\\u11A8-\\u11FF\\uD7CB-\\uD7FB"
    private static let jamo = leading + vowels + trailing
    private static let flags = "\\U0001F1E6-\\U0001F1FF"

    private static func character(_ classes: GraphemeClasses) -> String {
        // The syllables without a trailing consonant: the Unicode Standard, section 3.12.
        let open = stride(from: UInt32(0xAC00), through: 0xD7A3, by: 28).map(ScalarRanges.escape).joined()
        let syllable = "(?:[\(vowels)]+|[\(open)][\(vowels)]*|[\\uAC00-\\uD7A3])"
        let hangul = "[\(leading)]*\(syllable)[\(trailing)]*|[\(leading)]+|[\(trailing)]+"
        let picture = "[\(classes.pictographic.text)]"
        let pictures = "\(picture)(?:[\(classes.extend.text)]*\\u200D\(picture))*"
        let (consonant, linked) = ("[\(classes.consonant.text)]", "[\(classes.linked.text)]*")
        let conjunct = "\(consonant)(?:\(linked)[\(classes.linker.text)]\(linked)\(consonant))+"
        let control = "\\r\\n\(classes.control.text)"
        let core = "\(hangul)|[\(flags)]{2}|\(pictures)|\(conjunct)|[^\(control)]"
        return "\\r\\n|[\(control)]|[\(classes.prepend.text)]*(?:\(core))[\(classes.extending.text)]*"
    }
}
#endif
