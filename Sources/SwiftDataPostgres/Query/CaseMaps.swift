#if PostgreSQL
import Foundation

/// Facts about scalars that are sent to the server: they are derived from Swift and Foundation, so that both have the
/// same version of Unicode.
enum CaseMaps {
    /// The mappings of scalars to small letters, as a JSON object.
    static let lower = json(\.lowercaseMapping)
    /// The mappings of scalars to capital letters, as a JSON object.
    static let upper = json(\.uppercaseMapping)
    /// The scalars that `trimmingCharacters(in: .whitespacesAndNewlines)` removes.
    static let blanks: String = {
        let set = CharacterSet.whitespacesAndNewlines
        var text = String.UnicodeScalarView()
        text.append(contentsOf: (1...0xFFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32) }.filter(set.contains))
        return String(text)
    }()

    private static func json(_ mapping: (Unicode.Scalar.Properties) -> String) -> Data {
        var letters: [String] = []
        // No letter beyond the second plane has two cases.
        for value in (0x41...0x1FFFF) as ClosedRange<UInt32> {
            // Ideographs and Hangul syllables have no case.
            if (0x3400...0x9FFF).contains(value) || (0xAC00...0xF8FF).contains(value) { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let mapped = mapping(scalar.properties)
            // Strings are equal by canonical equivalence, scalars are not.
            if !mapped.unicodeScalars.elementsEqual([scalar]) { letters.append("\"\(scalar)\":\"\(mapped)\"") }
        }
        return Data("{\(letters.joined(separator: ","))}".utf8)
    }
}
#endif
