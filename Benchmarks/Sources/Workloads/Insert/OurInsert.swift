import SwiftData

final class OurInsert: Contestant {
    let contender = Contender.ours
    private let input: InsertInput
    private let place: Workplace
    private var file: URL?
    private var container: ModelContainer?

    init(_ input: InsertInput, _ place: Workplace) {
        self.input = input
        self.place = place
    }

    func prepare() throws {
        container = nil
        let file = try place.copy(ItemFiles(place: place).ours(0), for: "insert-ours")
        self.file = file
        container = try OurFile.open(file, [Item.self])
        _ = input.values
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        for values in input.values { context.insert(Item(values)) }
        try context.save()
        return input.count
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        let changes = try RawDatabase.integer(file, "SELECT count(*) FROM ACHANGE")
        guard changes == input.count else { throw Disagreement("The history tells of \(changes) changes.") }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
