/// The names that Core Data assigns, which Apple's frameworks need to open a store.
package struct CoreDataNames: LayoutNames {
    package init() {}

    package var rowColumns: RowColumns { RowColumns(key: "Z_PK", entity: "Z_ENT", lock: "Z_OPT") }

    package var reservedTables: [String] {
        ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
    }

    package func table(entity: String) -> String { "Z" + entity.uppercased() }

    package func column(attribute: String) -> String { "Z" + attribute.uppercased() }

    package func key(relationship: String) -> String { "Z" + relationship.uppercased() }

    package func entityColumn(relationship: String, destination: Int64) -> String {
        "Z\(destination)_\(relationship.uppercased())"
    }

    package func implicitKey(relationship: String, source: Int64) -> String {
        "Z\(source)\(relationship.uppercased())"
    }

    package func joinTable(relationship: String, source: Int64) -> String {
        "Z_\(source)\(relationship.uppercased())"
    }

    package func joinColumn(relationship: String, entity: Int64) -> String {
        "Z_\(entity)\(relationship.uppercased())"
    }

    package var joinTablesShareNames: Bool { true }
    package var reflexiveJoinColumn: String { "REFLEXIVE" }

    package func index(_ name: String, entity: String) -> String { "Z_\(entity)_\(name)" }

    package func quoted(_ name: String) -> String { SQLIdentifier.quoted(name) }

    package var bookkeepingTables: [String] {
        [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        ]
    }

    package func historyTables(tombstoneCount: Int) -> [String] {
        HistoryTables.statements(tombstoneCount: tombstoneCount)
    }
}
