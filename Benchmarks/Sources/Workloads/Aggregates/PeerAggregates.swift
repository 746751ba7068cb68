import Foundation
import GRDB

final class RecordAggregates: Contestant {
    let contender = Contender.records
    private let input: AggregateInput
    private let items: ItemPool

    init(_ input: AggregateInput) {
        self.input = input
        items = ItemPool(input.count, input.files)
    }

    func prepare() throws { try items.open() }

    func run() throws -> Int {
        guard let pool = items.pool else { return 0 }
        return try pool.read { database in
            switch input.kind {
            case .sum: return Int(try Double.fetchOne(database, sql: input.kind.sql) ?? 0)
            case .distinct: return try Int.fetchOne(database, sql: input.kind.sql) ?? 0
            case .several:
                guard let row = try Row.fetchOne(database, sql: input.kind.sql) else { return 0 }
                return row[0] + Int(row[1] as Double) + Int((row[3] as Double) - (row[2] as Double))
            case .groups:
                let rows = try Row.fetchAll(database, sql: input.kind.sql)
                return rows.reduce(0) { $0 &+ groupChecksum($1[0], $1[1], $1[2]) }
            }
        }
    }

    func close() throws { try items.close() }
}
