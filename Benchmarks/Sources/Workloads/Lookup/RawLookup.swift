import Foundation

/// One statement, prepared once, without the transaction around each read.
final class RawLookup: Contestant {
    let contender = Contender.raw
    private let input: LookupInput
    private var database: RawDatabase?
    private var statement: RawStatement?

    init(_ input: LookupInput) {
        self.input = input
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try input.files.plain(input.rows))
        let condition =
            input.kind == .identifier ? "id = ? + 1" : "category = ? ORDER BY weight LIMIT 20"
        statement = try database.prepare("SELECT \(PlainItem.columns) FROM item WHERE \(condition)")
        self.database = database
    }

    func run() throws -> Int {
        guard let statement else { return 0 }
        var sum = 0
        for wanted in input.wanted {
            statement.bind(1, wanted)
            while try statement.step() { sum &+= PlainItem(statement).checksum }
            statement.reset()
        }
        return sum
    }

    func close() {
        statement = nil
        database = nil
    }
}
