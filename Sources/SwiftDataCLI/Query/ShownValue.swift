import SwiftDataCore
import SwiftDataSQLite

/// The value at the end of a path from a row.
enum ShownValue {
    case value(DynamicValue)
    /// The values of the members of a relationship to many models, one for each member.
    case list([ShownValue])

    /// The JSON for programs.
    var json: JSONValue {
        switch self {
        case .value(let value): .literal(value.jsonText)
        case .list(let values): .array(values.map(\.json))
        }
    }

    /// The text for a cell of CSV, as in an export.
    var csv: String? {
        switch self {
        case .value(.unreadable): return nil
        case .value(let value): return (try? ExportedValue.json(value)).flatMap(StoreExport.cell)
        case .list(let values): return JSONValue.array(values.map(\.exported)).text(isPretty: false)
        }
    }

    private var exported: JSONValue {
        switch self {
        case .value(let value): (try? ExportedValue.json(value)) ?? .null
        case .list(let values): .array(values.map(\.exported))
        }
    }

    /// The text for people: nothing for nil, `""` for an empty text.
    func text(isFull: Bool) -> String {
        switch self {
        case .value(let value): return Self.shortened(Self.text(value, isFull: isFull), isFull)
        case .list(let values):
            return Self.shortened(values.map { $0.text(isFull: isFull) }.joined(separator: " "), isFull)
        }
    }

    private static func text(_ value: DynamicValue, isFull: Bool) -> String {
        switch value {
        case .null: return ""
        case .string(let text), .json(let text): return text.isEmpty ? "\"\"" : text
        case .data(let data): return isFull ? "0x" + Hexadecimal.text(data) : "\(data.count) B"
        case .archive(let data) where value.archivedContent == nil: return "\(data.count) B"
        case .identifier(let identifier): return name(identifier)
        case .identifiers(let identifiers): return identifiers.map(name).joined(separator: " ")
        case .date(let date): return ISODate.text(date)
        case .boolean, .integer, .unsigned, .double: return value.description
        case .enumeration(_, nil):
            let text = value.jsonText
            return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
        default: return value.primitive.flatMap { $0.entry.exactText($0.stored) } ?? value.description
        }
    }

    private static func shortened(_ text: String, _ isFull: Bool) -> String {
        guard !isFull, text.utf8.count > longest, text.count > longest else { return text }
        return text.prefix(longest - 1) + "…"
    }

    private static let longest = 40

    private static func name(_ identifier: PersistentIdentifier) -> String {
        identifier.row.map { RowName.text(identifier.entityName, $0) } ?? identifier.description
    }
}
