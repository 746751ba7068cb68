import Foundation

final class RawUpsert: Contestant {
    let contender = Contender.raw
    private let files: AccountFiles
    private var file: URL?
    private var database: RawDatabase?

    init(_ files: AccountFiles) {
        self.files = files
    }

    func prepare() throws {
        database = nil
        let file = try files.place.copy(files.plain(), for: "upsert-raw")
        self.file = file
        database = try RawDatabase(file)
        _ = files.added
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let statement = try database.prepare(AccountFiles.upsert)
        try database.transaction {
            for value in files.added { try AccountFiles.run(statement, value) }
        }
        return files.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try AccountFiles.sum(plain: file)
    }

    func close() {
        database = nil
    }
}
