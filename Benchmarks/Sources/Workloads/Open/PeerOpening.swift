import Foundation
import GRDB

final class RecordOpening: Contestant {
    let contender = Contender.records
    private let count: Int
    private let files: ItemFiles

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func prepare() throws {
        _ = try files.plain(count)
    }

    func run() throws -> Int {
        let pool = try PeerFile.open(try files.plain(count))
        let record = try pool.read { try ItemRecord.fetchOne($0) }
        try pool.close()
        return (record?.number ?? -1) &+ 1
    }

    func close() {}
}
