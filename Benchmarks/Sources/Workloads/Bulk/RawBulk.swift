import Foundation

final class RawBulk: Contestant {
    let contender = Contender.raw
    private let input: BulkInput
    private var file: URL?
    private var database: RawDatabase?

    init(_ input: BulkInput) {
        self.input = input
    }

    func prepare() throws {
        if database != nil, !input.kind.writes { return }
        database = nil
        let template = try input.files.plain(input.rows)
        let file = try input.kind.writes ? input.place.copy(template, for: "bulk-raw") : template
        database = try RawDatabase(file)
        self.file = file
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        switch input.kind {
        case .count:
            return try database.integer("SELECT count(*) FROM item WHERE number < \(input.count)")
        case .identifiers:
            let statement = try database.prepare("SELECT id FROM item WHERE number < \(input.count)")
            var identifiers: [Int] = []
            while try statement.step() { identifiers.append(statement.integer(0)) }
            return identifiers.count
        case .update:
            try database.transaction {
                try database.execute("UPDATE item SET weight = 1.5, remark = 'seen' WHERE number < \(input.count)")
            }
            return input.count
        case .deletion:
            try database.transaction { try database.execute("DELETE FROM item WHERE number < \(input.count)") }
            return input.count
        }
    }

    func check() throws -> Int {
        guard let file, input.kind.writes else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() {
        database = nil
    }
}

/// Deletes or updates the rows that we do, and writes the rows of the history that we write.
final class RawBulkWithHistory: Contestant {
    let contender = Contender.rawWithHistory
    private let input: BulkInput
    private var file: URL?
    private var database: RawDatabase?

    init(_ input: BulkInput) {
        self.input = input
    }

    func prepare() throws {
        database = nil
        let file = try input.place.copy(input.files.ours(input.rows), for: "bulk-raw-history")
        database = try RawDatabase(file)
        self.file = file
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let meant = "WHERE ZNUMBER < \(input.count)"
        let isUpdate = input.kind == .update
        let keys = try database.prepare(
            isUpdate
                ? "UPDATE ZITEM SET ZWEIGHT = 1.5, ZREMARK = 'seen', Z_OPT = Z_OPT + 1 \(meant) RETURNING Z_PK"
                : "SELECT Z_PK FROM ZITEM \(meant)"
        )
        let history = try RawHistory(database, columns: isUpdate ? "x'0C'" : "NULL")
        let change = isUpdate ? RawHistory.update : RawHistory.deletion
        try database.transaction {
            try history.begin()
            while try keys.step() { try history.add(change, entity: 1, key: keys.integer(0)) }
            keys.reset()
            if !isUpdate { try database.execute("DELETE FROM ZITEM \(meant)") }
            try history.end()
        }
        return input.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        database = nil
    }
}
