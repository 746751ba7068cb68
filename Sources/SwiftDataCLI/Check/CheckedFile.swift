import SwiftDataSQL
import SwiftDataSQLite

/// The store that is being checked, and the rows that one check found.
struct CheckedFile {
    let runner: SQLRunner
    let description: StoreDescription
    let layout: StoreLayout
    let external: ExternalStorage

    func has(_ table: String, _ columns: String...) -> Bool { description.has(columns, in: table) }

    /// The number of rows that a query finds, and the first of their keys, which are its first column.
    func rows(_ sql: String) throws -> (count: Int64, keys: [Int64]) {
        var (count, keys): (Int64, [Int64]) = (0, [])
        try runner.query(sql) { row in
            count += 1
            if keys.count < Finding.namedKeys { keys.append(row.integer(0)) }
        }
        return (count, keys)
    }

    /// A finding about the rows of a query, if there are any.
    func finding(
        _ check: Finding.Check,
        _ message: String,
        entity: String? = nil,
        property: String? = nil,
        rows sql: String,
        repair: Repair? = nil
    ) throws -> Finding? {
        let (count, keys) = try rows(sql)
        guard count > 0 else { return nil }
        var finding = Finding(check, message, entity: entity, property: property)
        (finding.count, finding.keys, finding.repair) = (count, keys, repair)
        return finding
    }
}

extension EntityTable {
    /// The names of the properties, by slot.
    func propertyNames(_ layout: StoreLayout) -> [String] {
        layout.model.entities.first { $0.name == entityName }?.properties.map(\.name) ?? []
    }
}
