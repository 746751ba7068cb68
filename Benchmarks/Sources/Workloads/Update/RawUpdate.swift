import Foundation

/// Plain objects in memory, and an update of the one column for each that changed.
final class RawUpdate: Contestant {
    let contender = Contender.raw
    private let input: UpdateInput
    private var file: URL?
    private var database: RawDatabase?
    private var items: [PlainItem] = []

    init(_ input: UpdateInput) {
        self.input = input
    }

    func prepare() throws {
        guard database == nil else { return }
        let file = try input.place.copy(input.files.plain(input.rows), for: "update-raw")
        let database = try RawDatabase(file)
        let statement = try database.prepare("SELECT \(PlainItem.columns) FROM item ORDER BY number")
        while try statement.step() { items.append(PlainItem(statement)) }
        self.database = database
        self.file = file
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let statement = try database.prepare("UPDATE item SET number = ? WHERE id = ?")
        try database.transaction {
            for index in input.indices {
                let item = items[index]
                item.number += 1_000_000
                statement.bind(1, item.number)
                statement.bind(2, item.id)
                try statement.run()
            }
        }
        return input.changed
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() {
        items = []
        database = nil
    }
}
