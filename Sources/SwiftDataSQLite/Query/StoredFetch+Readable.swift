import SwiftDataCore
import SwiftDataSQL

extension StoredFetch {
    /// The rows as far as they can be read, with the requested properties.
    /// - Throws: ``StoreError`` where the statement fails, and the errors of the reading's report.
    func readableRows(_ reading: RowReading) throws -> RowBatch {
        let columns = SelectStatement.Columns.rows(slots: reading.slots(of: entity))
        let statement = try statement(columns)
        guard statement.needsPaging else { return try readableRows(statement, columns, reading) }
        // The residual in memory needs the properties that it names as well.
        var needed = reading
        if let names = reading.properties {
            needed = reading.reading(names.union(propertyNames))
        }
        let all = SelectStatement.Columns.rows(slots: needed.slots(of: entity))
        let wide = try self.statement(all)
        return try remaining(wide) { try readableRows(wide, all, needed) }
    }

    /// Counts the rows; values that cannot be read matter only where the condition is tested in memory.
    func readableCount(_ reading: RowReading) throws -> Int {
        guard try statement(.count).needsPaging else { return try count() }
        return try readableRows(reading.reading(propertyNames)).count
    }

    /// The names of the properties in the condition and the order, including properties of other entities.
    var propertyNames: Set<String> {
        var names: Set<String> = []
        func add(_ node: QueryNode) {
            if case .property(let property) = node { names.insert(property.name) }
            for child in node.children { add(child) }
        }
        if let query { add(query) }
        for key in keys { add(key.key) }
        return names
    }

    private func readableRows(
        _ statement: SelectStatement,
        _ columns: SelectStatement.Columns,
        _ reading: RowReading
    ) throws -> RowBatch {
        try store.retryingLackOfFiles(reading) { failures in
            try run(statement, columns) { statement, runner in
                let prepared = try runner.prepare(statement.sql)
                let decoder = try store.decoder(of: entity, reading, prepared)
                var rows = CollectedRows(capacity: 0)
                try prepared.query {
                    try statement.bind(to: &$0)
                } row: { row in
                    try decoder.read(row, into: &rows, &failures)
                }
                return decoder.batch(of: rows)
            }
        }
    }
}
