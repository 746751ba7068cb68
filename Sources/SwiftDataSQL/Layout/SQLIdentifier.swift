/// Names in their form in SQL.
package enum SQLIdentifier {
    /// The name itself if it is plain ASCII, as every name that Core Data makes from a Swift name is; otherwise quoted.
    package static func quoted(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        let startsWithDigit = name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        if isPlain && !startsWithDigit { return name }
        return name.enclosed(in: "\"")
    }

    /// The name as a string literal.
    package static func literal(_ name: String) -> String { name.enclosed(in: "'") }
}

extension String {
    /// The text between two quotation marks, with each such mark in it doubled, as in SQL and CSV.
    ///
    /// Scalars are compared and not characters: a mark with a combining character behind it is a different character,
    /// but SQL and CSV read the same mark.
    package func enclosed(in sign: Unicode.Scalar) -> String {
        var scalars = String.UnicodeScalarView([sign])
        for scalar in unicodeScalars {
            if scalar == sign { scalars.append(sign) }
            scalars.append(scalar)
        }
        scalars.append(sign)
        return String(scalars)
    }

    /// The text that ``enclosed(in:)`` was applied to; nil for a text of another form.
    package func unenclosed(from sign: Unicode.Scalar) -> String? {
        let all = unicodeScalars
        guard all.count > 1, all.first == sign, all.last == sign else { return nil }
        var scalars = String.UnicodeScalarView()
        var isDoubled = false
        for scalar in all.dropFirst().dropLast() {
            isDoubled = scalar == sign && !isDoubled
            if !isDoubled { scalars.append(scalar) }
        }
        return isDoubled ? nil : String(scalars)
    }
}

/// Assigns the names of one name space: a name that is taken gets 1, 2, 3 … appended.
struct NameAllocator {
    // SQLite compares names without regard to the case of ASCII letters.
    private var taken: Set<String>

    init(reserved: [String] = []) {
        taken = Set(reserved.map { $0.lowercased() })
    }

    mutating func allocate(_ name: String) -> String {
        var candidate = name
        var suffix = 0
        while !taken.insert(candidate.lowercased()).inserted {
            suffix += 1
            candidate = name + String(suffix)
        }
        return candidate
    }
}

/// True if a name of an entity or property precedes another: without regard to case, with an underscore before letters.
func precedesByName(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (lhs.lowercased(), rhs.lowercased())
    if left != right { return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) }
    return lhs.unicodeScalars.lexicographicallyPrecedes(rhs.unicodeScalars)
}
