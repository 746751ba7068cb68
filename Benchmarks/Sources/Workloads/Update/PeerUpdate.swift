import Foundation
import GRDB

final class RecordUpdate: Contestant {
    let contender = Contender.records
    private let file: UpdatedFile<ItemRecord>

    init(_ input: UpdateInput) {
        file = UpdatedFile(input, "update-records")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.update() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

final class CodableUpdate: Contestant {
    let contender = Contender.codable
    private let file: UpdatedFile<ItemCodableRecord>

    init(_ input: UpdateInput) {
        file = UpdatedFile(input, "update-codable")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.update() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

/// All records are in memory; the changes and the write are measured.
private final class UpdatedFile<Record: ItemRow> {
    private let input: UpdateInput
    private let name: String
    private var file: URL?
    private var pool: DatabasePool?
    private var records: [Record] = []

    init(_ input: UpdateInput, _ name: String) {
        self.input = input
        self.name = name
    }

    func prepare() throws {
        guard pool == nil else { return }
        let file = try input.place.copy(input.files.plain(input.rows), for: name)
        let pool = try PeerFile.open(file)
        records = try pool.read { try Record.order(Column("number")).fetchAll($0) }
        self.pool = pool
        self.file = file
    }

    func update() throws -> Int {
        guard let pool else { return 0 }
        let indices = input.indices
        try pool.write { database in
            for index in indices { try records[index].updateChanges(database) { $0.number += 1_000_000 } }
        }
        return input.changed
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() throws {
        records = []
        try pool?.close()
        pool = nil
    }
}
