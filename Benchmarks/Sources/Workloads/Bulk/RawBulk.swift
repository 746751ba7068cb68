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

/// Deletes the rows that we delete, and writes the rows of the history that we write.
final class RawDeletionWithHistory: Contestant {
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
        let keys = try database.prepare("SELECT Z_PK FROM ZITEM WHERE ZNUMBER < \(input.count)")
        let history = try RawHistory(database)
        try database.transaction {
            try history.begin()
            while try keys.step() { try history.add(RawHistory.deletion, entity: 1, key: keys.integer(0)) }
            keys.reset()
            try database.execute("DELETE FROM ZITEM WHERE ZNUMBER < \(input.count)")
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

/// Updates the rows that we update, and writes the rows of the history that we write.
final class RawUpdateWithHistory: Contestant {
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
        let rows = try database.prepare(
            "UPDATE ZITEM SET ZWEIGHT = 1.5, ZREMARK = 'seen', Z_OPT = Z_OPT + 1 WHERE ZNUMBER < \(input.count) RETURNING Z_PK"
        )
        let history = try RawHistory(database, columns: "x'0C'")
        try database.transaction {
            try history.begin()
            while try rows.step() { try history.add(RawHistory.update, entity: 1, key: rows.integer(0)) }
            rows.reset()
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
