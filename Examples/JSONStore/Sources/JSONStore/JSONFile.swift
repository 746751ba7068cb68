import Foundation
import SwiftData

/// One JSON file with the rows of all entities and the history of what was done to them: pretty-printed, keys sorted,
/// dates as ISO 8601 says.
struct JSONFile: Sendable {
    let url: URL
    let schema: Schema

    /// What tells a file from the one that another process puts in its place.
    struct Version: Equatable {
        let number: UInt64
        let date: Date
    }

    /// The version that is there, or nil where there is none.
    var version: Version? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            let number = attributes[.systemFileNumber] as? NSNumber,
            let date = attributes[.modificationDate] as? Date
        else { return nil }
        return Version(number: number.uint64Value, date: date)
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

    private struct Contents: Encodable {
        let history: JSONHistory
        let rows: [DefaultSnapshot]
    }

    /// A file written by hand may be a list of rows and nothing else.
    private struct Rows: Decodable {
        let rows: [DefaultSnapshot]

        private enum CodingKeys: CodingKey { case rows }

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                var rows: [DefaultSnapshot] = []
                while !list.isAtEnd { rows.append(try list.decode(DefaultSnapshot.self)) }
                self.rows = rows
            } else {
                rows = try decoder.container(keyedBy: CodingKeys.self).decode([DefaultSnapshot].self, forKey: .rows)
            }
        }
    }

    private struct History: Decodable {
        let history: JSONHistory

        private enum CodingKeys: CodingKey { case history }

        init(from decoder: any Decoder) throws {
            let container = try? decoder.container(keyedBy: CodingKeys.self)
            history = try container?.decodeIfPresent(JSONHistory.self, forKey: .history) ?? JSONHistory()
        }
    }

    /// The rows; none where there is no file yet.
    func read() throws -> SnapshotTable { SnapshotTable(try decode(Rows.self)?.rows ?? []) }

    /// The history; an empty one where there is no file yet.
    func readHistory() throws -> JSONHistory { try decode(History.self)?.history ?? JSONHistory() }

    private func decode<Part: Decodable>(_ part: Part.Type) throws -> Part? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let data = try Data(contentsOf: url)
        do {
            return try decoder.decode(Part.self, from: data)
        } catch {
            throw JSONStoreError.unreadableFile(url.path, at: Array(JSONStoreError.place(of: error).prefix(3)))
        }
    }

    /// Replaces the file at once: whoever reads it finds a save as a whole, with its transaction, or nothing of it.
    ///
    /// Rows that could not be read back as they are, are refused first.
    func write(_ table: SnapshotTable, _ history: JSONHistory, checking changed: [PersistentIdentifier]) throws {
        for row in changed.compactMap({ table[$0] }) { try check(row) }
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.encoder.encode(Contents(history: history, rows: table.snapshots)).write(to: url, options: .atomic)
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
