/// The letters of a string without case, diacritics and width.
struct SearchKey {
    private(set) var letters: [Unicode.Scalar] = []
    /// True for each letter, and for the end, if a character begins there: `ß` gives two, and contains no `s`.
    private var begins: [Bool] = []

    init(_ text: String) {
        for scalar in TextFolding.decomposed(text) where !TextFolding.isMark(scalar) {
            for (index, letter) in TextFolding.searchFolded(scalar).enumerated() {
                begins.append(index == 0 && !Self.continuesSyllable(letter, after: letters.last))
                letters.append(letter)
            }
        }
        begins.append(true)
    }

    /// True if a vowel or a final consonant belongs to a Korean syllable that is decomposed.
    private static func continuesSyllable(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        guard let last, scalar.value >= 0x1160, scalar.value <= 0x11FF else { return false }
        return last.value >= 0x1100 && last.value <= 0x11FF
    }

    func contains(_ other: SearchKey) -> Bool {
        let wanted = other.letters
        guard let first = wanted.first, wanted.count <= letters.count else { return false }
        for start in 0...(letters.count - wanted.count) where letters[start] == first {
            guard begins[start], begins[start + wanted.count] else { continue }
            if letters[start..<start + wanted.count].elementsEqual(wanted) { return true }
        }
        return false
    }
}
