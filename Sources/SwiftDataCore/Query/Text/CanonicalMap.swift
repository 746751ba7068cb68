@_spi(_Unicode) import Swift

/// Unicode's canonical decompositions, and their inverse.
///
/// Derived from the data of Swift's own comparison, so that the two cannot disagree. Hangul syllables are computed by
/// their formula and not listed.
package struct CanonicalMap: Sendable {
    package static let shared = CanonicalMap()

    /// The ranges with all scalars that have decompositions, in all versions of Unicode so far.
    package static let ranges: [ClosedRange<UInt32>] = [
        0xC0...0x33FF, 0xF900...0xFFFF, 0x10000...0x11FFF, 0x16000...0x16FFF, 0x1D000...0x1D1FF, 0x2F800...0x2FA1F,
    ]

    private var decompositions: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private var byFirst: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    /// Scalars that stand behind the first one in some decomposition.
    private var continuing: Set<Unicode.Scalar> = []

    private init() {
        for range in Self.ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let parts = Array(String(scalar)._nfd)
                guard let first = parts.first, parts != [scalar] else { continue }
                decompositions[scalar] = parts
                byFirst[first, default: []].append(scalar)
                continuing.formUnion(parts.dropFirst())
            }
        }
    }

    /// True if a scalar of a decomposed string does not combine with the scalars before it.
    package func beginsBlock(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 { return true }
        return scalar.combiningClass == 0 && !continuing.contains(scalar) && !Hangul.isContinuing(scalar)
    }

    /// True if a decomposed scalar by itself has one form only.
    func isAlone(_ scalar: Unicode.Scalar) -> Bool {
        guard let others = byFirst[scalar] else { return true }
        return !others.contains { decompositions[$0]?.count == 1 }
    }

    func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        decompositions[scalar] ?? Hangul.decomposition(of: scalar) ?? [scalar]
    }

    /// The scalars that may begin a string with a decomposition, and whose own decomposition begins so.
    func scalars(beginningWith first: Unicode.Scalar, of rest: [Unicode.Scalar]) -> [Unicode.Scalar] {
        [first] + (byFirst[first] ?? []) + Hangul.syllables(beginning: rest)
    }
}

/// Hangul syllables and the letters that they are composed of.
private enum Hangul {
    private static let leading: ClosedRange<UInt32> = 0x1100...0x1112
    private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
    private static let trailing: ClosedRange<UInt32> = 0x11A8...0x11C2
    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    static func isContinuing(_ scalar: Unicode.Scalar) -> Bool {
        vowels.contains(scalar.value) || trailing.contains(scalar.value)
    }

    static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard syllables.contains(scalar.value) else { return nil }
        let (pair, last) = (scalar.value - 0xAC00).quotientAndRemainder(dividingBy: 28)
        let (first, vowel) = pair.quotientAndRemainder(dividingBy: 21)
        let values = [0x1100 + first, 0x1161 + vowel] + (last == 0 ? [] : [0x11A7 + last])
        return values.compactMap { Unicode.Scalar($0) }
    }

    /// The syllables that stand for the first two or three letters.
    static func syllables(beginning letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard letters.count > 1, leading.contains(letters[0].value), vowels.contains(letters[1].value) else {
            return []
        }
        let open = 0xAC00 + ((letters[0].value - 0x1100) * 21 + letters[1].value - 0x1161) * 28
        var values = [open]
        if letters.count > 2, trailing.contains(letters[2].value) { values.append(open + letters[2].value - 0x11A7) }
        return values.compactMap { Unicode.Scalar($0) }
    }
}
