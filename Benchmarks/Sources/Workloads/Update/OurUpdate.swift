import SwiftData

/// All objects are registered; the changes and the save are measured.
final class OurUpdate: Contestant {
    let contender = Contender.ours
    private let input: UpdateInput
    private var file: URL?
    private var context: ModelContext?
    private var items: [Item] = []

    init(_ input: UpdateInput) {
        self.input = input
    }

    func prepare() throws {
        guard context == nil else { return }
        let file = try input.place.copy(input.files.ours(input.rows), for: "update-ours")
        let context = ModelContext(try OurFile.open(file, [Item.self]))
        items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)]))
        self.context = context
        self.file = file
    }

    func run() throws -> Int {
        guard let context else { return 0 }
        for index in input.indices { items[index].number += 1_000_000 }
        try context.save()
        return input.changed
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        items = []
        context = nil
    }
}
