import SwiftDataCore
import SwiftDataSQLite

/// Rows as text and as JSON.
enum RowReport {
    static func json(_ row: DynamicRow, only names: [String]? = nil) -> JSONValue {
        let values = row.values.filter { member in names.map { $0.contains(member.name) } ?? true }
        return .members([
            "id": .string(RowName.text(row.entityName, row.primaryKey)),
            "identifier": .string(row.id.uriRepresentation),
            "entity": .string(row.entityName),
            "values": .object(values.map { JSONValue.Member(key: $0.name, value: .literal($0.value.jsonText)) }),
        ])
    }

    /// All properties that some row has, in the order in which they come.
    static func table(_ rows: [DynamicRow], only names: [String]?, isFull: Bool) -> TextTable {
        var columns = names ?? []
        if names == nil {
            for row in rows {
                for name in row.propertyNames where !columns.contains(name) { columns.append(name) }
            }
        }
        var table = TextTable([.text("Row")] + columns.map { .text($0) })
        for row in rows {
            let cells = columns.map { name in row[name].map { cell($0, isFull: isFull) } ?? "" }
            table.add([RowName.text(row.entityName, row.primaryKey)] + cells)
        }
        return table
    }

    private static func cell(_ value: DynamicValue, isFull: Bool) -> String {
        let text: String
        switch value {
        case .null: text = ""
        case .data(let data): text = isFull ? "0x" + Hexadecimal.text(data) : "\(data.count) B"
        case .archive(let data) where value.archivedContent == nil: text = "\(data.count) B"
        case .identifier(let identifier): text = name(identifier)
        case .identifiers(let identifiers): text = identifiers.map(name).joined(separator: " ")
        case .date(let date): text = ISODate.text(date)
        case .decimal(let number): text = "\(number)"
        case .url, .uuid, .enumeration(_, nil):
            text = value.jsonText.hasPrefix("\"") ? String(value.jsonText.dropFirst().dropLast()) : value.jsonText
        default: text = value.description
        }
        guard !isFull, text.count > longest else { return text }
        return text.prefix(longest - 1) + "…"
    }

    private static let longest = 40

    private static func name(_ identifier: PersistentIdentifier) -> String {
        identifier.row.map { RowName.text(identifier.entityName, $0) } ?? identifier.uriRepresentation
    }
}
