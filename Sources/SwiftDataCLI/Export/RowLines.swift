import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Writes rows of one entity as JSON lines: the values as ``ExportedValue`` has them, plain ones without a stop in
/// between.
struct RowLines {
    private struct Property {
        /// The name with its colon.
        let key: [UInt8]
        let isBoolean: Bool
        /// The members of a composite.
        let members: [Property]

        init(_ attribute: AttributeOutline?, name: String) {
            var key = JSONBytes()
            key.append(quoting: name)
            key.append(":")
            self.key = key.bytes
            isBoolean = attribute?.kind.primitive == .boolean
            // A case of an enumeration is written otherwise.
            members =
                attribute?.kind == .composite
                ? attribute?.elements.map { Property($0, name: $0.name) } ?? [] : []
        }
    }

    private let start: [UInt8]
    private let name: String
    private let properties: [Property]
    private var line = JSONBytes()

    init(of entity: EntityOutline) {
        name = entity.name
        var start = JSONBytes()
        start.append("{\"entity\":")
        start.append(quoting: entity.name)
        start.append(",\"id\":")
        self.start = start.bytes
        properties = entity.properties.map { property in
            guard case .attribute(let attribute) = property else { return Property(nil, name: property.name) }
            return Property(attribute, name: property.name)
        }
    }

    /// The line of a row, without unreadable values.
    /// - Throws: ``ToolFailure`` for a value that no file can have.
    mutating func bytes(of row: DynamicRow) throws -> [UInt8] {
        line.removeAll()
        line.append(start)
        line.append(quoting: RowName.text(name, row.primaryKey))
        line.append(",\"values\":{")
        var isFirst = true
        for (slot, property) in properties.enumerated() {
            let stored = row.stored(slot)
            if case .unloaded = stored, row.isUnreadable(slot) { continue }
            if !isFirst { line.append(",") }
            isFirst = false
            line.append(property.key)
            if !append(stored, property) { try append(row.value(slot)) }
        }
        line.append("}}\n")
        return line.bytes
    }

    /// Appends a plain value; false for all other values.
    private mutating func append(_ stored: StoredValue, _ property: Property) -> Bool {
        switch stored {
        case .null: line.append("null")
        case .integer(let number) where property.isBoolean:
            if number == 0 { line.append("false") } else { line.append("true") }
        case .integer(let number): line.append(number)
        case .double(let number) where number.isFinite: line.append(.number(number))
        case .string(let text): line.append(quoting: text)
        case .date(let date):
            guard let text = ISODate.exactText(date.timeIntervalSinceReferenceDate) else { return false }
            line.append(quoting: text)
        case .uuid(let uuid): line.append(quoting: uuid.uuidString)
        case .identifier(let identifier):
            guard let key = identifier.row else { return false }
            line.append(quoting: RowName.text(identifier.entityName, key))
        case .composite(let values) where !property.members.isEmpty: return append(values, property.members)
        default: return false
        }
        return true
    }

    /// Appends a composite whose members are all plain; nothing for other values.
    private mutating func append(_ values: [StoredValue], _ members: [Property]) -> Bool {
        let start = line.bytes.count
        line.append("{")
        for (index, (value, member)) in zip(values, members).enumerated() {
            if index > 0 { line.append(",") }
            line.append(member.key)
            guard append(value, member) else {
                line.removeAll(behind: start)
                return false
            }
        }
        line.append("}")
        return true
    }

    /// Appends any value, the members of a relationship one by one.
    private mutating func append(_ value: DynamicValue) throws {
        guard case .identifiers(let rows) = value else { return line.append(try ExportedValue.json(value)) }
        line.append("[")
        for (index, row) in rows.enumerated() {
            if index > 0 { line.append(",") }
            line.append(try ExportedValue.json(.identifier(row)))
        }
        line.append("]")
    }
}
