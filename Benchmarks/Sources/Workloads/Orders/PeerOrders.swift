import Foundation
import GRDB

final class RecordOrders: Contestant {
    let contender = Contender.records
    private let file: OrderPool

    init(_ repeats: Int, _ files: OrderFiles) {
        file = OrderPool(repeats, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.fetch(OrderRecord.self) }
    func close() throws { try file.close() }
}

final class CodableOrders: Contestant {
    let contender = Contender.codable
    private let file: OrderPool

    init(_ repeats: Int, _ files: OrderFiles) {
        file = OrderPool(repeats, files)
    }

    func prepare() throws { try file.open() }
    func run() throws -> Int { try file.fetch(OrderCodableRecord.self) }
    func close() throws { try file.close() }
}

private final class OrderPool {
    private let repeats: Int
    private let files: OrderFiles
    private var pool: DatabasePool?

    init(_ repeats: Int, _ files: OrderFiles) {
        self.repeats = repeats
        self.files = files
    }

    func open() throws {
        guard pool == nil else { return }
        pool = try PeerFile.open(try files.plain())
    }

    func fetch<Record: OrderRow>(_ type: Record.Type) throws -> Int {
        guard let pool else { return 0 }
        var sum = 0
        for _ in 0..<repeats {
            let records = try pool.read { try Record.fetchAll($0) }
            for record in records { sum &+= orderChecksum(record) }
        }
        return sum
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
