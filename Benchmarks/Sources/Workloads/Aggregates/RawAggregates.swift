import Foundation

final class RawAggregates: Contestant {
    let contender = Contender.raw
    private let input: AggregateInput
    private var database: RawDatabase?

    init(_ input: AggregateInput) {
        self.input = input
    }

    func prepare() throws {
        if database == nil { database = try RawDatabase(input.files.plain(input.count)) }
    }

    func run() throws -> Int {
        guard let database else { return 0 }
        let statement = try database.prepare(input.kind.sql)
        var result = 0
        while try statement.step() {
            switch input.kind {
            case .sum: result = Int(statement.double(0))
            case .distinct: result = statement.integer(0)
            case .several:
                result =
                    statement.integer(0) + Int(statement.double(1)) + Int(statement.double(3) - statement.double(2))
            case .groups:
                result &+= groupChecksum(statement.integer(0), statement.integer(1), statement.double(2))
            }
        }
        return result
    }

    func close() {
        database = nil
    }
}
