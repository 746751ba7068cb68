import Foundation
import GRDB

final class RecordBulk: Contestant {
    let contender = Contender.records
    private let input: BulkInput
    private var file: URL?
    private var pool: DatabasePool?

    init(_ input: BulkInput) {
        self.input = input
    }

    func prepare() throws {
        if pool != nil, !input.kind.writes { return }
        try close()
        let template = try input.files.plain(input.rows)
        let file = try input.kind.writes ? input.place.copy(template, for: "bulk-records") : template
        pool = try PeerFile.open(file)
        self.file = file
    }

    func run() throws -> Int {
        guard let pool else { return 0 }
        let request = ItemRecord.filter(Column("number") < input.count)
        switch input.kind {
        case .count: return try pool.read { try request.fetchCount($0) }
        case .identifiers: return try pool.read { try request.selectPrimaryKey(as: Int64.self).fetchAll($0) }.count
        case .update:
            return try pool.write { database in
                try request.updateAll(database, Column("weight").set(to: 1.5), Column("remark").set(to: "seen"))
            }
        case .deletion: return try pool.write { try request.deleteAll($0) }
        }
    }

    func check() throws -> Int {
        guard let file, input.kind.writes else { return 0 }
        return try ItemFiles.sum(plain: file)
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
