import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The labels that identify rows of a store when two stores are compared: a key, or a property that identifies them.
struct RowLabels {
    private struct Row: Hashable {
        let root: String
        let key: Int64
    }

    private let roots: [String: String]
    /// The labels of rows of entities that have the property.
    private var labels: [Row: String] = [:]
    /// The rows of each entity by label.
    private(set) var rows: [String: [String: PersistentIdentifier]] = [:]

    /// - Parameter keys: The properties that distinguish rows, in the entities that have them.
    /// - Throws: ``ToolFailure`` where two rows of an entity have the same values.
    init(_ store: DynamicStore, by keys: RowKeys, _ report: UnreadableReport) throws {
        let layout = try StoreLayout(store.outline)
        var roots: [String: String] = [:]
        for table in layout.tables { roots[table.entityName] = table.rootEntityName }
        self.roots = roots
        for entity in store.outline.entities {
            let properties = keys.properties(of: entity)
            var found: [String: PersistentIdentifier] = [:]
            let reading = RowReading(properties: Set(properties), report: report.note)
            try store.forEachReadableRow(of: entity.name, reading) { row in
                let own = Row(root: roots[entity.name] ?? entity.name, key: row.primaryKey)
                var label = "p\(row.primaryKey)"
                let values = properties.map { row[$0] ?? .null }
                if !properties.isEmpty, !values.contains(.unreadable) {
                    let texts = try values.map { try ExportedValue.json($0).text(isPretty: false) }
                    label = texts.joined(separator: ", ")
                    labels[own] = label
                }
                if let other = found.updateValue(row.id, forKey: label) {
                    throw ToolFailure(
                        "\(properties.joined(separator: ",")) does not tell the rows of \(entity.name) apart: "
                            + "p\(other.row ?? 0) and p\(row.primaryKey) have the same."
                    )
                }
            }
            rows[entity.name] = found
        }
    }

    /// The label by which a reference to a row is compared.
    func label(_ identifier: PersistentIdentifier) -> String {
        let root = roots[identifier.entityName] ?? identifier.entityName
        let key = identifier.row ?? 0
        return "\(root)/\(labels[Row(root: root, key: key)] ?? "p\(key)")"
    }
}
