import SwiftDataCore

/// Side tables that keep statements instead of running them.
///
/// Not shared: it serves one save on the thread of the engine.
final class RecordedStatements: SideTables {
    struct Statement {
        let sql: String
        let values: [StoredValue]
    }

    private(set) var statements: [Statement] = []

    func run(_ sql: String, _ values: [StoredValue]) { statements.append(Statement(sql: sql, values: values)) }

    func run(_ sql: String, each rows: [[StoredValue]]) { for values in rows { run(sql, values) } }

    func forEachRow(_ sql: String, _ values: [StoredValue], _ body: ([StoredValue]) throws -> Bool) throws {
        throw StoreError(.busy, "The tables of sync are read before the statements of a save are recorded.")
    }
}
