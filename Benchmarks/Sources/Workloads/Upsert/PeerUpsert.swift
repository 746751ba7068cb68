import Foundation
import GRDB

final class RecordUpsert: Contestant {
    let contender = Contender.records
    private let file: UpsertFile<AccountRecord>

    init(_ files: AccountFiles) {
        file = UpsertFile(files, "upsert-records")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.upsert() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

final class CodableUpsert: Contestant {
    let contender = Contender.codable
    private let file: UpsertFile<AccountCodableRecord>

    init(_ files: AccountFiles) {
        file = UpsertFile(files, "upsert-codable")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.upsert() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

/// One statement, prepared once and given the values of each row, without a record.
final class StatementUpsert: Contestant {
    let contender = Contender.bulkRecords
    private let file: UpsertFile<AccountRecord>

    init(_ files: AccountFiles) {
        file = UpsertFile(files, "upsert-statement")
    }

    func prepare() throws { try file.prepare() }
    func run() throws -> Int { try file.upsertByStatement() }
    func check() throws -> Int { try file.check() }
    func close() throws { try file.close() }
}

private protocol AccountRow: PersistableRecord {
    init(_ values: AccountValues)
}

private struct AccountRecord: AccountRow {
    static let databaseTableName = "account"

    var id: Int64?
    var address: String
    var name: String
    var balance: Int

    init(_ values: AccountValues) {
        address = values.address
        name = values.name
        balance = values.balance
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["address"] = address
        container["name"] = name
        container["balance"] = balance
    }
}

private struct AccountCodableRecord: AccountRow, Codable {
    static let databaseTableName = "account"

    var id: Int64?
    var address: String
    var name: String
    var balance: Int

    init(_ values: AccountValues) {
        address = values.address
        name = values.name
        balance = values.balance
    }
}

private final class UpsertFile<Record: AccountRow> {
    private let files: AccountFiles
    private let name: String
    private var file: URL?
    private var pool: DatabasePool?

    init(_ files: AccountFiles, _ name: String) {
        self.files = files
        self.name = name
    }

    func prepare() throws {
        try close()
        let file = try files.place.copy(files.plain(), for: name)
        self.file = file
        pool = try PeerFile.open(file)
        _ = files.added
    }

    func upsert() throws -> Int {
        guard let pool else { return 0 }
        let values = files.added
        try pool.write { database in
            for value in values { try Record(value).upsert(database) }
        }
        return files.count
    }

    func upsertByStatement() throws -> Int {
        guard let pool else { return 0 }
        let values = files.added
        try pool.write { database in
            let statement = try database.makeStatement(sql: AccountFiles.upsert)
            for value in values {
                statement.setUncheckedArguments([value.address, value.name, value.balance])
                try statement.execute()
            }
        }
        return files.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try AccountFiles.sum(plain: file)
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
