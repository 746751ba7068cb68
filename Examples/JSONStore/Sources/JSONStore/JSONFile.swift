import Foundation
import SwiftData

/// One JSON file with the rows of all entities and the history of what was done to them: pretty-printed, keys sorted,
/// dates as ISO 8601 says.
struct JSONFile: Sendable {
    let url: URL
    let schema: Schema

    /// The contents of the file: the rows and the history of one save.
    struct Contents {
        /// The file itself, which tells it from the one that another process puts in its place; nil where there is none.
        var data: Data?
        var table = SnapshotTable()
        var history = JSONHistory()
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // As .iso8601, which would cut off what the text has no place for.
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let text = date.formatted(.iso8601)
            guard (try? Date(text, strategy: .iso8601)) == date else {
                throw EncodingError.invalidValue(
                    date,
                    .init(codingPath: encoder.codingPath, debugDescription: "ISO 8601 does not hold the date.")
                )
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
        return encoder
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.userInfo[.dataStoreSchema] = schema
        return decoder
    }

    private struct Text: Codable {
        let history: JSONHistory
        let rows: [DefaultSnapshot]

        init(history: JSONHistory, rows: [DefaultSnapshot]) {
            self.history = history
            self.rows = rows
        }

        private enum CodingKeys: CodingKey { case history, rows }

        /// A file written by hand may be a list of rows and nothing else.
        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                var rows: [DefaultSnapshot] = []
                while !list.isAtEnd { rows.append(try list.decode(DefaultSnapshot.self)) }
                self.init(history: JSONHistory(), rows: rows)
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                self.init(
                    history: try container.decodeIfPresent(JSONHistory.self, forKey: .history) ?? JSONHistory(),
                    rows: try container.decode([DefaultSnapshot].self, forKey: .rows)
                )
            }
        }
    }

    /// The present contents of the file; empty if there is no file yet. The file is read once: another process may
    /// replace it at any time, and the rows of one save do not match the history of another.
    func read() throws -> Contents {
        guard FileManager.default.fileExists(atPath: url.path) else { return Contents() }
        let data = try Data(contentsOf: url)
        do {
            let text = try decoder.decode(Text.self, from: data)
            return Contents(data: data, table: SnapshotTable(text.rows), history: text.history)
        } catch {
            throw JSONStoreError.unreadableFile(url.path, at: Array(JSONStoreError.place(of: error).prefix(3)))
        }
    }

    /// Replaces the file at once: whoever reads it finds a save as a whole, with its transaction, or nothing of it.
    ///
    /// Rows that could not be read back as they are, are refused first. The answer is what the file is now.
    func write(
        _ table: SnapshotTable,
        _ history: JSONHistory,
        checking changed: [PersistentIdentifier]
    ) throws -> Data {
        for row in changed.compactMap({ table[$0] }) { try check(row) }
        let data = try Self.encoder.encode(Text(history: history, rows: table.snapshots))
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
        return data
    }

    private func check(_ row: DefaultSnapshot) throws {
        let entity = row.persistentIdentifier.entityName
        let read: DefaultSnapshot
        do {
            read = try decoder.decode(DefaultSnapshot.self, from: Self.encoder.encode(row))
        } catch {
            throw JSONStoreError.unheldValue(entity: entity, property: JSONStoreError.place(of: error).first ?? "")
        }
        let (before, after) = (try ExactProperties(row), try ExactProperties(read))
        if let property = before.firstDifference(from: after) {
            throw JSONStoreError.unheldValue(entity: entity, property: property)
        }
    }
}

/// The properties of a row in a JSON that holds every value exactly, for comparing.
private struct ExactProperties {
    private let properties: [String: Data]

    init(_ row: DefaultSnapshot) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        let fields = try JSONSerialization.jsonObject(with: encoder.encode(row)) as? [String: Any] ?? [:]
        properties = try fields.mapValues {
            try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
        }
    }

    func firstDifference(from other: ExactProperties) -> String? {
        Set(properties.keys).union(other.properties.keys).sorted().first { properties[$0] != other.properties[$0] }
    }
}
