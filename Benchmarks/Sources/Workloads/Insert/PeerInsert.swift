import Foundation
import GRDB

final class RecordInsert: Contestant {
    let contender = Contender.records
    private let file: InsertFile

    init(_ input: InsertInput, _ place: Workplace) {
        file = InsertFile(input, place, "insert-records")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.insert(ItemRecord.self) }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

/// One statement, prepared once and given the values of each row, without a record.
final class StatementInsert: Contestant {
    let contender = Contender.bulkRecords
    private let file: InsertFile

    init(_ input: InsertInput, _ place: Workplace) {
        file = InsertFile(input, place, "insert-statement")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.insertByStatement() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

final class CodableInsert: Contestant {
    let contender = Contender.codable
    private let file: InsertFile

    init(_ input: InsertInput, _ place: Workplace) {
        file = InsertFile(input, place, "insert-codable")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.insert(ItemCodableRecord.self) }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

/// The work that both contestants share.
private final class InsertFile {
    private let input: InsertInput
    private let place: Workplace
    private let name: String
    private var pool: DatabasePool?
    private var file: URL?

    init(_ input: InsertInput, _ place: Workplace, _ name: String) {
        self.input = input
        self.place = place
        self.name = name
    }

    func prepare() throws {
        try close()
        let file = try place.copy(ItemFiles(place: place).plain(0), for: name)
        self.file = file
        pool = try PeerFile.open(file)
        _ = input.values
    }

    func insert<Record: ItemRow>(_ type: Record.Type) throws -> Int {
        guard let pool else { return 0 }
        let values = input.values
        try pool.write { database in
            for value in values { try Record(value).insert(database) }
        }
        return input.count
    }

    func insertByStatement() throws -> Int {
        guard let pool else { return 0 }
        let values = input.values
        try pool.write { database in
            let statement = try database.makeStatement(
                sql: "INSERT INTO item (number, category, weight, created, name, remark) VALUES (?, ?, ?, ?, ?, ?)"
            )
            for value in values {
                statement.setUncheckedArguments([
                    value.number, value.category, value.weight, value.created, value.name, value.remark,
                ])
                try statement.execute()
            }
        }
        return input.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
