import Foundation

/// One plain object at a time.
final class RawEnumeration: Contestant {
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
        var sum = 0
        while try statement.step() { sum &+= PlainItem(statement).checksum }
        statement.reset()
        return sum
    }

    func close() {
        statement = nil
        database = nil
    }
}
