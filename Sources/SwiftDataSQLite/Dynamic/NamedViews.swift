package import SwiftDataSQL
import SwiftDataCore

/// Views over the tables of a store, with the names of its entities and properties.
package struct NamedViews: Sendable {
    package struct View: Sendable {
        package let name: String
        package let columns: [String]
        let body: String

        /// Makes the view for one connection; nothing of it is in the file.
        var statement: String {
            let list = columns.map(SQLIdentifier.quoted).joined(separator: ", ")
            return "CREATE TEMP VIEW \(SQLIdentifier.quoted(name)) (\(list)) AS \(body)"
        }
    }

    /// A view for each entity, and for each relationship with a table of its own.
    package let views: [View]

    package init(_ layout: StoreLayout) {
        let outlines = Dictionary(
            layout.model.entities.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var views: [View] = []
        // SQL ignores the case of letters.
        var names: Set<String> = []
        for table in layout.tables.sorted(by: { $0.entityName < $1.entityName }) {
            guard let outline = outlines[table.entityName] else { continue }
            for view in Self.views(of: table, outline, layout) where names.insert(view.name.lowercased()).inserted {
                views.append(view)
            }
        }
        self.views = views
    }

    private static func views(of table: EntityTable, _ outline: EntityOutline, _ layout: StoreLayout) -> [View] {
        var columns = ViewColumns()
        var joins: [View] = []
        for (property, stored) in zip(outline.properties, table.properties) {
            switch (property, stored) {
            case (.attribute(let attribute), _): columns.add(attribute, stored, name: attribute.name, isElement: false)
            case (.relationship, .toOne(let column, _, _)):
                columns.add(property.name, "t.\(SQLIdentifier.quoted(column))")
            case (.relationship, .toManyByJoin(_, let join, let own, let other)):
                let body =
                    "SELECT \(SQLIdentifier.quoted(own)), \(SQLIdentifier.quoted(other)) "
                    + "FROM main.\(SQLIdentifier.quoted(join))"
                joins.append(
                    View(name: "\(outline.name)_\(property.name)", columns: ["owner", "member"], body: body)
                )
            case (.relationship, _): break
            }
        }
        // After the properties, which may have the same names.
        columns.add("row", "t.Z_PK", isFirst: true)
        columns.add("Z_PK", "t.Z_PK")
        if table.familyNumbers.count > 1 {
            let cases = table.familyNumbers.compactMap { number in
                layout[number: number].map { "WHEN \(number) THEN \(SQLIdentifier.literal($0.entityName))" }
            }
            columns.add("entity", "CASE t.Z_ENT \(cases.joined(separator: " ")) END")
        }
        let list = columns.expressions.joined(separator: ", ")
        let filter = table.isShared ? " WHERE t.Z_ENT IN (\(table.familyList))" : ""
        let body = "SELECT \(list) FROM main.\(SQLIdentifier.quoted(table.tableName)) t\(filter)"
        return [View(name: outline.name, columns: columns.names, body: body)] + joins
    }
}

/// The columns of a view while they are collected.
private struct ViewColumns {
    private(set) var names: [String] = []
    private(set) var expressions: [String] = []
    private var known: Set<String> = []

    mutating func add(_ name: String, _ expression: String, isFirst: Bool = false) {
        guard known.insert(name.lowercased()).inserted else { return }
        names.insert(name, at: isFirst ? 0 : names.count)
        expressions.insert(expression, at: isFirst ? 0 : expressions.count)
    }

    /// An attribute; a composite has a column for each member, as in `place_town`.
    mutating func add(_ attribute: AttributeOutline, _ stored: PropertyColumns, name: String, isElement: Bool) {
        switch stored {
        case .value(let column): add(name, Self.expression(column, isElement: isElement))
        case .composite(let elements, _):
            for (element, columns) in zip(attribute.elements, elements) {
                add(element, columns, name: "\(name)_\(element.name)", isElement: true)
            }
        case .toOne, .toManyByKey, .toManyByJoin, .none: break
        }
    }

    /// The value as people write it: dates in ISO 8601, UUIDs and JSON as text.
    private static func expression(_ column: Column, isElement: Bool) -> String {
        let value = "t.\(SQLIdentifier.quoted(column.name))"
        guard !column.isExternal, let form = ColumnForm(column.kind, isElement: isElement) else { return value }
        return switch form {
        case .date: "strftime('%Y-%m-%dT%H:%M:%fZ', \(value) + \(secondsTo2001), 'unixepoch')"
        case .uuid: "\(SQLFunctions.uuidString)(\(value))"
        case .archivedJSON: "\(SQLExtensions.jsonName)(\(value), 1)"
        case .data where isElement: "\(SQLExtensions.jsonName)(\(value), 0)"
        default: value
        }
    }

    private static let secondsTo2001 = 978_307_200
}
