import Foundation
import GRDB

final class RecordEnumeration: Contestant {
    let contender = Contender.records
    private let file: ItemPool

    init(_ count: Int, _ files: ItemFiles) {
        file = ItemPool(count, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.enumerate(ItemRecord.self) }
    func close() throws { try file.close() }
}

final class CodableEnumeration: Contestant {
    let contender = Contender.codable
    private let file: ItemPool

    init(_ count: Int, _ files: ItemFiles) {
        file = ItemPool(count, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.enumerate(ItemCodableRecord.self) }
    func close() throws { try file.close() }
}

extension ItemPool {
    /// By a cursor, which holds one record at a time.
    fileprivate func enumerate<Record: ItemRow>(_ type: Record.Type) throws -> Int {
        guard let pool else { return 0 }
        return try pool.read { database in
            var sum = 0
            let cursor = try Record.fetchCursor(database)
            while let record = try cursor.next() { sum &+= record.checksum }
            return sum
        }
    }
}
