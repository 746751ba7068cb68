import GRDB
import SwiftDataCore
import SwiftDataSQL

/// Some rows of one entity, read as far as the file allows.
struct ReadPart {
    struct Rows {
        var rows: [DefaultSnapshot] = []
        /// The number of rows, including the rows that were left out.
        var count = 0
        var lastKey: Int64?
        /// The damage that ended the reading before the last row.
        var damage: StoreError?
    }

    let entity: StoreEntity
    let condition: String?
    /// Nil for the limits of the reading.
    var columns: EntityColumns?
    private let bind: (inout ParameterBinder) -> Void

    init(entity: StoreEntity, condition: String?, _ bind: @escaping (inout ParameterBinder) -> Void) {
        self.entity = entity
        self.condition = condition
        self.bind = bind
    }

    /// The condition for rows of exactly one entity behind a key, which is the parameter.
    static func condition(of entity: StoreEntity, after last: Int64?) -> String? {
        // The plus keeps SQLite from taking an index, which might be damaged too.
        let own = entity.table.isShared ? "+t.Z_ENT = \(entity.number)" : nil
        let parts = [last.map { _ in "t.Z_PK > ?" }, own].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// Reads the rows in the order of their keys.
    /// - Throws: ``StoreError`` for an error that is not damage, and the errors of the reading's report.
    func read(_ store: DefaultStore, _ reading: RowReading, limit: Int?) throws -> Rows {
        let names = columns ?? EntityColumns(of: entity, in: store.model) { reading.slots(of: $0) }
        let end = limit.map { " LIMIT \($0)" } ?? ""
        let sql = store.selection(of: entity, names, where: condition) + " ORDER BY t.Z_PK" + end
        return try store.retryingLackOfFiles(reading) { failures in
            let before = failures
            return try store.connection.readOnce { runner in
                failures = before
                var result = Rows()
                let statement = try runner.prepare(sql)
                let decoder = try store.decoder(of: entity, reading, statement)
                var rows = CollectedRows(capacity: 0)
                do {
                    try statement.query(bind) { row in
                        result.count += 1
                        result.lastKey = decoder.shape.key(of: row)
                        try decoder.read(row, into: &rows, &failures)
                    }
                } catch let error as DatabaseError {
                    let failure = SQLiteFailure(error).storeError(path: store.connection.path)
                    guard failure.isDamage else { throw failure }
                    result.damage = failure
                }
                result.rows = decoder.batch(of: rows).snapshots
                return result
            }
        }
    }
}

extension EntityColumns {
    /// The columns that every row is read with.
    static let always = ["Z_PK", "Z_ENT", "Z_OPT"]
}

extension StoreError {
    /// True if the error reports damaged bytes in the file.
    var isDamage: Bool { code == .notADatabase }
}
