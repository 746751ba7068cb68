import Foundation
package import SwiftDataSQL

/// Reads the rows of files that are imported.
package struct ImportReader {
    let entity: (String) throws -> EntityOutline

    /// - Parameter entity: Finds the entity of a name; throws where there is none.
    package init(entity: @escaping (String) throws -> EntityOutline) {
        self.entity = entity
    }

    /// The rows of a file of JSON lines.
    func jsonLines(_ file: URL) throws -> [ImportedRow] {
        try jsonLines(try text(file), file: file.lastPathComponent)
    }

    /// The rows of JSON lines.
    /// - Parameter file: The name of the file, for messages.
    /// - Throws: ``ToolFailure`` with the line that is not understood.
    package func jsonLines(_ text: String, file: String) throws -> [ImportedRow] {
        var rows: [ImportedRow] = []
        // A carriage return and a line feed are one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            let place = "\(file), line \(index + 1)"
            guard let json = JSONReader.value(line), case .object = json else {
                throw ToolFailure("\(place): this is not a JSON object.")
            }
            guard let name = json["entity"]?.string, case .object(let values)? = json["values"] else {
                throw ToolFailure("\(place): an entity and values are missing.")
            }
            let outline = try entity(name)
            rows.append(ImportedRow(entity: outline, name: json["id"]?.string, values: values, place: place))
        }
        return rows
    }

    /// The rows of a file of CSV, with the names of the properties in its first line.
    func csv(_ file: URL, of entityName: String) throws -> [ImportedRow] {
        try csv(try text(file), file: file.lastPathComponent, of: entityName)
    }

    /// The rows of CSV, with the names of the properties in its first line.
    /// - Parameter file: The name of the file, for messages.
    /// - Throws: ``ToolFailure`` with the record that is not understood.
    package func csv(_ text: String, file: String, of entityName: String) throws -> [ImportedRow] {
        let outline = try entity(entityName)
        guard let records = CSV.records(text), let header = records.first else {
            throw ToolFailure(
                "\(file): this is not CSV with the names of properties in its first line."
            )
        }
        var properties: [String: PropertyOutline] = [:]
        for property in outline.properties { properties[property.name] = property }
        return try records.dropFirst().enumerated().compactMap { index, record in
            // A blank line at the end is none.
            if record.count == 1, record[0] == nil { return nil }
            let place = "\(file), record \(index + 1)"
            guard record.count == header.count else {
                throw ToolFailure("\(place): there are \(record.count) values for \(header.count) properties.")
            }
            var name: String?
            var values: [JSONValue.Member] = []
            for (column, cell) in record.enumerated() {
                // The first column is the row's own name, also beside a property id.
                if column == 0, header[0] == "id" {
                    name = cell
                    continue
                }
                guard let key = header[column], let property = properties[key] else {
                    throw ToolFailure(
                        "\(file): \(outline.name) has no property \(header[column] ?? "")."
                    )
                }
                do {
                    values.append(JSONValue.Member(key: key, value: try Self.json(cell, property)))
                } catch let failure as ToolFailure {
                    throw ToolFailure("\(place): \(failure)")
                }
            }
            return ImportedRow(entity: outline, name: name, values: values, place: place)
        }
    }

    private static func json(_ cell: String?, _ property: PropertyOutline) throws -> JSONValue {
        switch property {
        case .attribute(let attribute): return try ImportedValue.json(cell, attribute)
        case .relationship(let relationship):
            guard let cell else { return .null }
            if relationship.isToOne { return .string(cell) }
            guard let value = JSONReader.value(cell) else {
                throw ToolFailure("\(relationship.name) is not a JSON array.")
            }
            return value
        }
    }

    private func text(_ file: URL) throws -> String {
        let data = try Data(contentsOf: file)
        guard let text = String(data: data, encoding: .utf8) else {
            throw ToolFailure("\(file.lastPathComponent) is not in UTF-8.")
        }
        return text
    }
}
