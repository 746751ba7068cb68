package import SwiftDataSQL

/// Tables and columns that are called as entities and properties are, in quotes.
package struct PlainNames: LayoutNames {
    package init() {}

    package var rowColumns: RowColumns { RowColumns(key: "id", entity: "entity", lock: "version") }
    package var reservedTables: [String] { [] }

    package func table(entity: String) -> String { entity }
    package func column(attribute: String) -> String { attribute }
    package func key(relationship: String) -> String { "\(relationship)_id" }

    package func entityColumn(relationship: String, destination: Int64) -> String { "\(relationship)_entity" }

    package func implicitKey(relationship: String, source: Int64) -> String { "\(relationship)_of_\(source)" }
    package func joinTable(relationship: String, source: Int64) -> String { "\(relationship)_of_\(source)" }
    package func joinColumn(relationship: String, entity: Int64) -> String { "\(relationship)_\(entity)" }
    package var joinTablesShareNames: Bool { true }
    package var reflexiveJoinColumn: String { "other" }

    package func index(_ name: String, entity: String) -> String { "\(entity)_\(name)" }
    package func quoted(_ name: String) -> String { name.enclosed(in: "\"") }

    package var bookkeepingTables: [String] { [] }
    package func historyTables(tombstoneCount: Int) -> [String] { [] }
}
