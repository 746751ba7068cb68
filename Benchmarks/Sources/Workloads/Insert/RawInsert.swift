import Foundation

final class RawInsert: Contestant {
    let contender = Contender.raw
    private let input: InsertInput
    private let place: Workplace
    private var file: URL?
    private var database: RawDatabase?

    init(_ input: InsertInput, _ place: Workplace) {
        self.input = input
        self.place = place
    }

    func prepare() throws {
        database = nil
        let file = try place.copy(ItemFiles(place: place).plain(0), for: "insert-raw")
        self.file = file
        database = try RawDatabase(file)
        _ = input.values
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        try database.transaction { try ItemFiles.insert(input.values, database) }
        return input.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() {
        database = nil
    }
}

/// Writes the rows that we write, in the tables that we write them to.
final class RawInsertWithHistory: Contestant {
    let contender = Contender.rawWithHistory
    private let input: InsertInput
    private let place: Workplace
    private var file: URL?
    private var database: RawDatabase?

    init(_ input: InsertInput, _ place: Workplace) {
        self.input = input
        self.place = place
    }

    func prepare() throws {
        database = nil
        let file = try place.copy(ItemFiles(place: place).ours(0), for: "insert-raw-history")
        self.file = file
        database = try RawDatabase(file)
        _ = input.values
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let row = try database.prepare(
            "INSERT INTO ZITEM (Z_ENT, Z_OPT, ZNUMBER, ZCATEGORY, ZWEIGHT, ZCREATED, ZNAME, ZREMARK) "
                + "VALUES (1, 1, ?, ?, ?, ?, ?, ?)"
        )
        let history = try RawHistory(database)
        try database.transaction {
            try history.begin()
            var key = 0
            for value in input.values {
                key += 1
                ItemFiles.bind(value, to: row, from: 1)
                try row.run()
                try history.add(RawHistory.insertion, entity: 1, key: key)
            }
            try database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_ENT = 1")
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
