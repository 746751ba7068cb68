import SwiftData
import SwiftDataQueries

final class OurBulk: Contestant {
    let contender = Contender.ours
    private let input: BulkInput
    private var file: URL?
    private var container: ModelContainer?

    init(_ input: BulkInput) {
        self.input = input
    }

    func prepare() throws {
        if container != nil, !input.kind.writes { return }
        container = nil
        let template = try input.files.ours(input.rows)
        let file = try input.kind.writes ? input.place.copy(template, for: "bulk-ours") : template
        container = try OurFile.open(file, [Item.self])
        self.file = file
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        let limit = input.count
        let predicate = #Predicate<Item> { $0.number < limit }
        switch input.kind {
        case .count: return try context.fetchCount(FetchDescriptor(predicate: predicate))
        case .identifiers: return try context.fetchIdentifiers(FetchDescriptor(predicate: predicate)).count
        case .update:
            return try context.update(Item.self, where: predicate) {
                $0.set(\.weight, to: 1.5)
                $0.set(\.remark, to: "seen")
            }
        case .deletion:
            try context.delete(model: Item.self, where: predicate)
            return limit
        }
    }

    func check() throws -> Int {
        guard let file, input.kind.writes else { return 0 }
        let type = input.kind == .update ? RawHistory.update : RawHistory.deletion
        let recorded = try RawDatabase.integer(file, "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = \(type)")
        guard recorded == input.count else { throw Disagreement("The history tells of \(recorded) rows.") }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
