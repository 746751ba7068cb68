extension CollationKey {
    /// The first primary weight of digits: after white space, punctuation and symbols.
    static let digitPrimary: UInt32 = 0x0200_0000
    private static let letterPrimary: UInt32 = 0x0300_0000
    /// The first primary weight of characters that the table does not have, behind the ones of their sort that it has.
    static let unweighted: UInt32 = 0x1_0000

    /// The place of a rank of the table on the first level.
    static func primary(rank: UInt32) -> UInt32 {
        if rank < RootWeights.digitRank { return rank }
        let place = rank - RootWeights.digitRank
        return place < 10 ? digitPrimary + place : letterPrimary + place
    }

    /// The place on the first level of a character that the table does not have.
    static func primary(unweighted scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return unweighted + scalar.value
        default: return letterPrimary + unweighted + scalar.value
        }
    }

    /// The place of each ASCII character on the first level; 0 where it does not count.
    private static let asciiTable: [UInt32] = (0..<128).map { code in
        RootWeights.elements(of: Unicode.Scalar(UInt8(code)))?.first.map { primary(rank: $0.first) } ?? 0
    }

    static func primary(ascii byte: UInt8) -> UInt32 { asciiTable[Int(byte)] }

    /// The value of an ASCII digit, also a full-width one.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x30...0x39: UInt8(scalar.value - 0x30)
        case 0xFF10...0xFF19: UInt8(scalar.value - 0xFF10)
        default: nil
        }
    }
}
