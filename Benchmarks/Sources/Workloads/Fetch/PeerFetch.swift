import Foundation
import GRDB

final class RecordFetch: Contestant {
    let contender = Contender.records
    private let file: ItemPool

    init(_ count: Int, _ files: ItemFiles) {
        file = ItemPool(count, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.fetch(ItemRecord.self) }
    func close() throws { try file.close() }
}

final class CodableFetch: Contestant {
    let contender = Contender.codable
    private let file: ItemPool

    init(_ count: Int, _ files: ItemFiles) {
        file = ItemPool(count, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.fetch(ItemCodableRecord.self) }
    func close() throws { try file.close() }
}

extension ItemPool {
    fileprivate func fetch<Record: ItemRow>(_ type: Record.Type) throws -> Int {
        guard let pool else { return 0 }
        return try pool.read { database in
            var sum = 0
            for record in try Record.fetchAll(database) { sum &+= record.checksum }
            return sum
        }
    }
}
