import Foundation
package import SwiftDataCore

extension SQLiteDialect {
    package func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment? {
        guard !beginnings.contains("") else { return nil }
        let ranges = beginnings.map { beginning -> SQLFragment in
            let start: SQLFragment = "\(text) >= \(SQLFragment(binding: .string(beginning), .string))"
            guard let end = Self.end(ofPrefix: beginning) else { return start }
            return "\(start) AND \(text) < \(SQLFragment(binding: .string(end), .string))"
        }
        if ranges.count == 1 { return ranges[0] }
        return "(\(ranges.map { "(\($0))" }.joined(" OR ")))"
    }

    package func byteOrder(_ key: SQLFragment, _ sort: QuerySort) -> SQLFragment? {
        sort.order == .forward ? key : "\(key) DESC"
    }

    /// The first string, by bytes, after all strings with a prefix; nil if there is none.
    private static func end(ofPrefix prefix: String) -> String? {
        var scalars = prefix.unicodeScalars
        while let last = scalars.popLast() {
            // Surrogates are not characters.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            return String(scalars)
        }
        return nil
    }
}
