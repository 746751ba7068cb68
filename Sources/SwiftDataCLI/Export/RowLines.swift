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
            var key = JSONBytes()
            key.append(quoting: property.name)
            key.append(":")
            var isBoolean = false
            if case .attribute(let attribute) = property { isBoolean = attribute.kind.primitive == .boolean }
            return Property(key: key.bytes, isBoolean: isBoolean)
        }
    }

    /// The line of a row, without what cannot be read.
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
            if !append(stored, property) { line.append(try ExportedValue.json(row.value(slot))) }
        }
        line.append("}}\n")
        return line.bytes
    }

    /// Appends a plain value; false for all others.
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
        default: return false
        }
        return true
    }
}
