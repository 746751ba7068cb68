import Foundation
import GRDB

final class RecordFamilies: Contestant {
    let contender = Contender.records
    private let file: FamilyPool

    init(_ files: FamilyFiles) {
        file = FamilyPool(files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.read(FamilyRecord.self) }
    func close() throws { try file.close() }
}

final class CodableFamilies: Contestant {
    let contender = Contender.codable
    private let file: FamilyPool

    init(_ files: FamilyFiles) {
        file = FamilyPool(files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.read(FamilyCodableRecord.self) }
    func close() throws { try file.close() }
}

private final class FamilyPool {
    private let files: FamilyFiles
    private var pool: DatabasePool?

    init(_ files: FamilyFiles) {
        self.files = files
    }

    func open() throws {
        guard pool == nil else { return }
        pool = try PeerFile.open(try files.plain())
    }

    func read<Record: FamilyRow>(_ type: Record.Type) throws -> Int {
        guard let pool else { return 0 }
        var sum = 0
        for family in try pool.read({ try Record.fetch($0) }) { sum &+= family.checksum }
        return sum
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
