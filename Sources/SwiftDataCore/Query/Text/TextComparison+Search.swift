import Foundation

extension TextComparison {
    /// `contains(_:)`: by whole characters and canonical equivalence, as a collection of characters.
    package static func contains(_ text: String, _ other: String) -> Bool {
        if other.isEmpty { return true }
        var text = text
        var other = other
        let fast: Bool? = text.withUTF8 { haystack in
            other.withUTF8 { needle in
                // A carriage return may be half of a character.
                guard isPlain(haystack) else { return nil }
                if isPlain(needle) { return find(needle, in: haystack) }
                // Three characters are canonically equivalent to ASCII ones: U+037E, U+1FEF and U+212A.
                let equivalents: [UInt8] = [0xCD, 0xBE, 0xE1, 0xBF, 0xAF, 0xE2, 0x84, 0xAA]
                return needle.allSatisfy { $0 < 0x80 || equivalents.contains($0) } ? nil : false
            }
        }
        return fast ?? containsElements(text, other)
    }

    /// Generic, so that it is the collection's method that is called: Foundation's, for strings, would find half of
    /// a character.
    private static func containsElements<Text: Collection, Other: Collection<Text.Element>>(
        _ text: Text,
        _ other: Other
    ) -> Bool where Text.Element: Equatable {
        text.contains(other)
    }

    /// `localizedStandardContains(_:)`: whatever the case, the diacritics and the width. Nothing contains an empty
    /// string.
    package static func localizedStandardContains(_ text: String, _ other: String) -> Bool {
        var text = text
        var other = other
        let fast: Bool? = text.withUTF8 { haystack in
            other.withUTF8 { needle in
                guard haystack.allSatisfy({ $0 < 0x80 }), needle.allSatisfy({ $0 < 0x80 }) else { return nil }
                return !needle.isEmpty && findIgnoringCase(needle, in: haystack)
            }
        }
        if let fast { return fast }
        let needle = SearchKey(other)
        if needle.letters.isEmpty { return containsMarks(text, other) }
        return SearchKey(text).contains(needle)
    }

    /// Marks that are looked for without a letter are found at any letter.
    private static func containsMarks(_ text: String, _ marks: String) -> Bool {
        !marks.isEmpty && find(Array(TextFolding.decomposed(marks)), in: Array(TextFolding.decomposed(text)))
    }

    /// True if a regular expression matches somewhere in the text.
    package static func matches(_ text: String, pattern: String) throws -> Bool {
        do {
            return text.contains(try compiled(pattern))
        } catch {
            throw QueryFailure("a regular expression that is not valid")
        }
    }

    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }

    private static func find<Bytes: RandomAccessCollection<Element>, Element: Equatable>(
        _ needle: Bytes,
        in haystack: Bytes
    ) -> Bool where Bytes.Index == Int {
        guard needle.count <= haystack.count, let first = needle.first else { return needle.isEmpty }
        for start in 0...(haystack.count - needle.count) where haystack[start] == first {
            if haystack[start..<start + needle.count].elementsEqual(needle) { return true }
        }
        return false
    }

    private static func findIgnoringCase(
        _ needle: UnsafeBufferPointer<UInt8>,
        in haystack: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard needle.count <= haystack.count else { return false }
        func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }
        for start in 0...(haystack.count - needle.count) {
            var length = 0
            while length < needle.count, lowered(haystack[start + length]) == lowered(needle[length]) { length += 1 }
            if length == needle.count { return true }
        }
        return false
    }

    private static let regexes = Locked(BoundedCache<String, CompiledRegex>(limit: 64))

    /// The number of regular expressions that are kept compiled.
    package static var compiledCount: Int { regexes.withLock { $0.count } }

    /// `@unchecked Sendable` without a lock: a regular expression that was made from text is immutable.
    private struct CompiledRegex: @unchecked Sendable {
        let regex: Regex<AnyRegexOutput>
    }

    private static func compiled(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        if let known = regexes.withLock({ $0[pattern] }) { return known.regex }
        let made = CompiledRegex(regex: try Regex(pattern))
        regexes.withLock { $0[pattern] = made }
        return made.regex
    }
}
