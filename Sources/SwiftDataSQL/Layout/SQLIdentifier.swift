/// Names as they are written in SQL.
package enum SQLIdentifier {
    /// The name itself where it is plain ASCII, as every name that Core Data makes of a Swift name is; else quoted.
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
        return "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// The name as a text.
    package static func literal(_ name: String) -> String { "'" + name.replacing("'", with: "''") + "'" }
}

/// Hands out the names of one name space: a name that is taken gets 1, 2, 3 … appended.
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

/// The order of entities and properties by name: upper and lower case alike, an underscore before letters.
func precedesByName(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (lhs.lowercased(), rhs.lowercased())
    if left != right { return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) }
    return lhs.unicodeScalars.lexicographicallyPrecedes(rhs.unicodeScalars)
}
