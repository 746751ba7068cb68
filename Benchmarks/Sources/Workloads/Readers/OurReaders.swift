import SwiftData

/// A context for each thread, on one container.
///
/// `@unchecked Sendable`: `container` and `file` are set before threads begin and after they end.
final class OurReaders: ReadStore, @unchecked Sendable {
    let contender = Contender.ours
    private let place: Workplace
    private let rows: Int
    private var file: URL?
    private var container: ModelContainer?

    init(_ place: Workplace, rows: Int) {
        self.place = place
        self.rows = rows
    }

    func open() throws {
        let file = try place.copy(ItemFiles(place: place).ours(rows), for: "readers-ours")
        container = try OurFile.open(file, [Item.self])
        self.file = file
    }

    func read(until end: ContinuousClock.Instant, seed: UInt64) throws -> [Double] {
        guard let container else { return [] }
        let context = ModelContext(container)
        var timer = FetchTimer(seed: seed)
        try timer.run(until: end, categories: ItemValues.categories(rows)) { category in
            var descriptor = FetchDescriptor<Item>(
                predicate: #Predicate { $0.category == category },
                sortBy: [SortDescriptor(\.weight)]
            )
            descriptor.fetchLimit = 20
            return try context.fetch(descriptor).count
        }
        return timer.milliseconds
    }

    func save(until end: ContinuousClock.Instant) throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Item>(predicate: #Predicate { $0.number == 0 })
        descriptor.fetchLimit = 1
        guard let item = try context.fetch(descriptor).first else { return 0 }
        var saves = 0
        while ContinuousClock.now < end {
            item.number -= 1
            try context.save()
            saves += 1
        }
        return saves
    }

    func saved() throws -> Int {
        guard let file else { return 0 }
        let number = try -RawDatabase.integer(file, "SELECT min(ZNUMBER) FROM ZITEM")
        // The last save alone could have brought the number there.
        let recorded = try RawDatabase.integer(file, "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 1")
        guard recorded == number else {
            throw Disagreement("The history tells of \(recorded) saves, the item of \(number).")
        }
        return number
    }

    func close() {
        container = nil
    }
}
