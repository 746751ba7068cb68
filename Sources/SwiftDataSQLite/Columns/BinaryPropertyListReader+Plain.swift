import Foundation

extension BinaryPropertyListReader {
    /// The entries of the root, without entries with values that Foundation's types cannot hold; nil where the root is
    /// no dictionary.
    ///
    /// Foundation's own reader traps on some bytes that are no property list.
    package var plainEntries: (entries: [String: Any], isWhole: Bool)? {
        guard let members = dictionary(root) else { return nil }
        // Few objects may be repeated without end.
        var room = Self.mostValues + 8 * size
        var entries: [String: Any] = [:]
        for (name, member) in members { entries[name] = plain(member, depth: 1, &room) }
        return (entries, entries.count == members.count)
    }

    /// The greatest number of values: more than in any real metadata.
    private static let mostValues = 1_000_000
    private static let deepest = 64

    private func plain(_ object: Int, depth: Int, _ room: inout Int) -> Any? {
        guard depth < Self.deepest else { return nil }
        room -= max(extent(object) ?? 1, 1)
        guard room > 0 else { return nil }
        if let value = boolean(object) { return value }
        if let value = integer(object) { return Int(exactly: value) }
        if let value = real(object) { return value }
        if let value = string(object) { return value }
        if let value = data(object) { return value }
        if let value = date(object) { return value }
        if let elements = array(object) {
            var values: [Any] = []
            for element in elements {
                guard let value = plain(element, depth: depth + 1, &room) else { return nil }
                values.append(value)
            }
            return values
        }
        guard let members = dictionary(object) else { return nil }
        for name in members.keys { room -= name.utf8.count }
        var values: [String: Any] = [:]
        for (name, member) in members {
            guard let value = plain(member, depth: depth + 1, &room) else { return nil }
            values[name] = value
        }
        return values
    }
}
