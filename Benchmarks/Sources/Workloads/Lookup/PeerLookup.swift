import Foundation
import GRDB

final class RecordLookup: Contestant {
    let contender = Contender.records
    private let input: LookupInput
    private let file: ItemPool

    init(_ input: LookupInput) {
        self.input = input
        file = ItemPool(input.rows, input.files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.lookUp(ItemRecord.self, input) }
    func close() throws { try file.close() }
}

final class CodableLookup: Contestant {
    let contender = Contender.codable
    private let input: LookupInput
    private let file: ItemPool

    init(_ input: LookupInput) {
        self.input = input
        file = ItemPool(input.rows, input.files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.lookUp(ItemCodableRecord.self, input) }
    func close() throws { try file.close() }
}

extension ItemPool {
    /// Each lookup is a read of its own, as it is in a program.
    fileprivate func lookUp<Record: ItemRow>(_ type: Record.Type, _ input: LookupInput) throws -> Int {
        guard let pool else { return 0 }
        var sum = 0
        for wanted in input.wanted {
            switch input.kind {
            case .identifier:
                let record = try pool.read { try Record.fetchOne($0, key: wanted + 1) }
                if let record { sum &+= record.checksum }
            case .page:
                let records = try pool.read { database in
                    try Record.filter(Column("category") == wanted).order(Column("weight")).limit(20).fetchAll(database)
                }
                for record in records { sum &+= record.checksum }
            }
        }
        return sum
    }
}
