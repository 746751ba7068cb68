import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// How rows of a store are told apart when two stores are compared: by key, or by a property that says who they are.
struct RowLabels {
    private struct Row: Hashable {
        let root: String
        let key: Int64
    }

    private let roots: [String: String]
    /// Only of entities that have the property.
    private var labels: [Row: String] = [:]
    /// The rows of each entity by label.
    private(set) var rows: [String: [String: PersistentIdentifier]] = [:]

    /// - Parameter property: The property that tells rows apart, in the entities that have it.
    /// - Throws: ``ToolFailure`` where two rows of an entity have the same value.
    init(_ store: DynamicStore, by property: String?) throws {
        let layout = try StoreLayout(store.outline)
        var roots: [String: String] = [:]
        for table in layout.tables { roots[table.entityName] = table.rootEntityName }
        self.roots = roots
        for entity in store.outline.entities {
            let hasProperty = entity.properties.contains { $0.name == property }
            var found: [String: PersistentIdentifier] = [:]
            try store.forEachRow(of: entity.name, includesMembers: false) { row in
                guard row.entityName == entity.name else { return }
                let own = Row(root: roots[entity.name] ?? entity.name, key: row.primaryKey)
                var label = "p\(row.primaryKey)"
                if hasProperty, let property, let value = row[property] {
                    label = try ExportedValue.json(value).text(isPretty: false)
                    labels[own] = label
                }
                if let other = found.updateValue(row.id, forKey: label) {
                    throw ToolFailure(
                        "\(property ?? "") does not tell the rows of \(entity.name) apart: "
                            + "p\(other.row ?? 0) and p\(row.primaryKey) have the same."
                    )
                }
            }
            rows[entity.name] = found
        }
    }

    /// How a reference to a row is compared.
    func label(_ identifier: PersistentIdentifier) -> String {
        let root = roots[identifier.entityName] ?? identifier.entityName
        let key = identifier.row ?? 0
        return "\(root)/\(labels[Row(root: root, key: key)] ?? "p\(key)")"
    }
}
