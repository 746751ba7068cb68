/// The tool's names of rows: `Book/p3`.
enum RowName {
    static func text(_ entity: String, _ key: Int64) -> String { "\(entity)/p\(key)" }

    /// The entity, where it is named, and the key of `p3`, `3` or `Book/p3`, also of the end of a URI.
    static func parse(_ text: String) -> (entity: String?, key: Int64)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: true)
        guard let last = parts.last else { return nil }
        let digits = last.hasPrefix("p") ? last.dropFirst() : last
        guard let key = Int64(digits), key > 0 else { return nil }
        return (parts.count > 1 ? String(parts[parts.count - 2]) : nil, key)
    }
}
