import SwiftData

final class OurBulk: Contestant {
    let contender = Contender.ours
    private let input: BulkInput
    private var file: URL?
    private var container: ModelContainer?

    init(_ input: BulkInput) {
        self.input = input
    }

    func prepare() throws {
        if container != nil, input.kind != .deletion { return }
        container = nil
        let template = try input.files.ours(input.rows)
        let file = try input.kind == .deletion ? input.place.copy(template, for: "bulk-ours") : template
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
        case .deletion:
            try context.delete(model: Item.self, where: predicate)
            return limit
        }
    }

    func check() throws -> Int {
        guard let file, input.kind == .deletion else { return 0 }
        let told = try RawDatabase.integer(file, "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 2")
        guard told == input.count else { throw Disagreement("The history tells of \(told) deletions.") }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
