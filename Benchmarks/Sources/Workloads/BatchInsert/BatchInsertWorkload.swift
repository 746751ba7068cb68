import Foundation
import SwiftData
import SwiftDataQueries

/// Many rows that no object is made for.
struct BatchInsertWorkload: Workload {
    let number = 18
    let title = "insertion of rows without objects"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = InsertInput(count: sizes.bulkRows)
        let contest = Contest(
            "batch insert",
            rows: sizes.bulkRows,
            goals: [.ratio(to: .rawWithHistory, atMost: 1.2)],
            [OurBatchInsert(input, place), RawInsert(input, place), RawInsertWithHistory(input, place)]
        )
        return [contest]
    }
}

final class OurBatchInsert: Contestant {
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
        let file = try place.copy(ItemFiles(place: place).ours(0), for: "batch-insert-ours")
        self.file = file
        container = try OurFile.open(file, [Item.self])
        _ = input.values
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        return try ModelContext(container).insert(Item.self, input.values) { value, new in
            new.set(\.number, to: value.number)
            new.set(\.category, to: value.category)
            new.set(\.weight, to: value.weight)
            new.set(\.created, to: Date(timeIntervalSinceReferenceDate: value.created))
            new.set(\.name, to: value.name)
            new.set(\.remark, to: value.remark)
        }
    }

    func check() throws -> Int {
        guard let file else { return 0 }
        return try ItemFiles.sum(ours: file)
    }

    func close() {
        container = nil
    }
}
