import Foundation
import GRDB

/// One pool, which all threads use.
///
/// `@unchecked Sendable`: `pool` is set before threads begin and after they end.
final class RecordReaders: ReadStore, @unchecked Sendable {
    let contender = Contender.records
    private let place: Workplace
    private let rows: Int
    private var pool: DatabasePool?

    init(_ place: Workplace, rows: Int) {
        self.place = place
        self.rows = rows
    }

    func open() throws {
        pool = try PeerFile.open(try place.copy(ItemFiles(place: place).plain(rows), for: "readers-records"))
    }

    func read(until end: ContinuousClock.Instant, seed: UInt64) throws -> [Double] {
        guard let pool else { return [] }
        var timer = FetchTimer(seed: seed)
        try timer.run(until: end, categories: ItemValues.categories(rows)) { category in
            try pool.read { database in
                try ItemRecord.filter(Column("category") == category).order(Column("weight")).limit(20)
                    .fetchAll(database)
            }.count
        }
        return timer.milliseconds
    }

    func save(until end: ContinuousClock.Instant) throws -> Int {
        guard let pool else { return 0 }
        let found = try pool.read { try ItemRecord.filter(Column("number") == 0).fetchOne($0) }
        guard var item = found else { return 0 }
        var saves = 0
        while ContinuousClock.now < end {
            try pool.write { database in _ = try item.updateChanges(database) { $0.number -= 1 } }
            saves += 1
        }
        return saves
    }

    func saved() throws -> Int {
        guard let pool else { return 0 }
        return try -(pool.read { try Int.fetchOne($0, sql: "SELECT min(number) FROM item") } ?? 0)
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
