import Foundation

/// One plain object for each row.
final class RawFetch: Contestant {
    let contender = Contender.raw
    private let count: Int
    private let files: ItemFiles
    private var database: RawDatabase?
    private var statement: RawStatement?

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try files.plain(count))
        statement = try database.prepare("SELECT \(PlainItem.columns) FROM item")
        self.database = database
    }

    func run() throws -> Int {
        guard let statement else { return 0 }
        var items: [PlainItem] = []
        while try statement.step() { items.append(PlainItem(statement)) }
        statement.reset()
        var sum = 0
        for item in items { sum &+= item.checksum }
        return sum
    }

    func close() {
        statement = nil
        database = nil
    }
}
