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

/// All lookups in one read, which a program can do that has them all at the same moment.
final class RecordBulkLookup: Contestant {
    let contender = Contender.bulkRecords
    private let input: LookupInput
    private let file: ItemPool

    init(_ input: LookupInput) {
        self.input = input
        file = ItemPool(input.rows, input.files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.lookUpAtOnce(input) }
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
    fileprivate func lookUpAtOnce(_ input: LookupInput) throws -> Int {
        guard let pool else { return 0 }
        return try pool.read { database in
            var sum = 0
            for wanted in input.wanted {
                try Self.find(ItemRecord.self, wanted, input.kind, database).forEach { sum &+= $0.checksum }
            }
            return sum
        }
    }

    /// Each lookup is a read of its own, as it is in a program.
    fileprivate func lookUp<Record: ItemRow>(_ type: Record.Type, _ input: LookupInput) throws -> Int {
        guard let pool else { return 0 }
        var sum = 0
        for wanted in input.wanted {
            try pool.read { try Self.find(type, wanted, input.kind, $0) }.forEach { sum &+= $0.checksum }
        }
        return sum
    }

    private static func find<Record: ItemRow>(
        _ type: Record.Type,
        _ wanted: Int,
        _ kind: LookupKind,
        _ database: Database
    ) throws -> [Record] {
        switch kind {
        case .identifier: try Record.fetchOne(database, key: wanted + 1).map { [$0] } ?? []
        case .page:
            try Record.filter(Column("category") == wanted).order(Column("weight")).limit(20).fetchAll(database)
        }
    }
}
