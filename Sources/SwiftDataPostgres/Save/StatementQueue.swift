#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The statements of a save that wait for each other's sake: they are sent together, in one round trip.
struct StatementQueue {
    typealias Handler = (inout SaveTransaction, PostgresResult) throws -> Void

    struct Waiting {
        let statement: PostgresStatement
        /// The rows that the statement writes, one of which breaks a constraint that it fails by.
        let rows: [WrittenRow]
        let handler: Handler?
    }

    private(set) var waiting: [Waiting] = []

    mutating func add(_ waiting: Waiting) { self.waiting.append(waiting) }

    mutating func takeAll() -> [Waiting] {
        defer { waiting = [] }
        return waiting
    }
}

extension SaveTransaction {
    /// Sends a statement with the next round trip.
    /// - Parameter handler: Looks at the result, after all statements were run.
    mutating func enqueue(
        _ sql: String,
        _ parameters: [PostgresParameter] = [],
        of rows: [WrittenRow] = [],
        then handler: StatementQueue.Handler? = nil
    ) {
        queue.add(StatementQueue.Waiting(statement: PostgresStatement(sql, parameters), rows: rows, handler: handler))
    }

    /// Runs the waiting statements, and passes on the results in their order.
    mutating func flush() throws {
        let all = queue.takeAll()
        guard !all.isEmpty else { return }
        if all.count == 1 {
            let result: PostgresResult
            do {
                result = try connection.run(all[0].statement)
            } catch let failure as PostgresFailure {
                throw self.failure(failure, of: all[0].rows)
            }
            try all[0].handler?(&self, result)
            return
        }
        let (results, failure) = try connection.answers(all.map(\.statement))
        // The result of a statement may be the reason for the failure of a later one.
        for (part, result) in zip(all, results) { try part.handler?(&self, result) }
        guard let failure else { return }
        guard let known = failure as? PostgresFailure, results.count < all.count else { throw failure }
        throw self.failure(known, of: all[results.count].rows)
    }

    /// Runs a statement whose result is needed at once, in one round trip with the waiting statements.
    @discardableResult
    mutating func run(_ sql: String, _ parameters: [PostgresParameter] = []) throws -> PostgresResult {
        wanted = nil
        enqueue(sql, parameters) { $0.wanted = $1 }
        try flush()
        guard let result = wanted else { throw PostgresFailure.noAnswer }
        wanted = nil
        return result
    }

    /// Names the entity of a row that breaks a constraint.
    func failure(_ failure: PostgresFailure, of rows: [WrittenRow]) -> any Error {
        guard failure.isUniqueViolation, let row = rows.first else { return failure }
        let slot = row.entity.slots.indices.first { slot in
            row.entity.slots[slot].ownColumns.contains {
                failure.constraint?.hasPrefix("\(row.entity.table.tableName)_\($0.name)_") == true
            }
        }
        return StoreError(
            .constraint,
            "another \(row.entity.name) has the same unique values",
            entity: row.entity.name,
            property: slot.map { row.entity.layout.properties[$0].name },
            model: rows.count == 1 ? row.identifier : nil,
            underlying: failure,
            details: failure.detail
        )
    }
}
#endif
