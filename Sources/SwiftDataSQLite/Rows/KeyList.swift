/// A list of keys as the one parameter of a statement, whose text then does not depend on how many there are.
enum KeyList {
    /// The maximum number of keys of a statement.
    static let chunkSize = 500

    /// The condition that a column holds one of the keys.
    static func condition(_ column: String) -> String {
        "\(column) IN (SELECT value FROM json_each(?))"
    }

    /// The parameter.
    static func parameter(_ keys: some Sequence<Int64>) -> String {
        var text = "["
        for key in keys {
            if text.utf8.count > 1 { text += "," }
            text += String(key)
        }
        return text + "]"
    }

    /// The keys in ascending order, each once.
    static func ordered(_ keys: [Int64]) -> [Int64] {
        var isOrdered = true
        for index in keys.indices.dropFirst() where keys[index - 1] >= keys[index] { isOrdered = false }
        return isOrdered ? keys : Set(keys).sorted()
    }

    static func chunks(_ keys: [Int64]) -> [ArraySlice<Int64>] {
        stride(from: 0, to: keys.count, by: chunkSize).map { keys[$0..<min($0 + chunkSize, keys.count)] }
    }
}
