public import Foundation

extension Schema {
    /// Writes the schema to a file, as JSON.
    /// - Throws: `CocoaError` when the file cannot be written.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema from a file that ``save(to:)`` wrote.
    /// - Throws: `CocoaError` when the file cannot be read, `DecodingError` when it holds something else.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }
}
