import Foundation
import SwiftData
import SwiftDataQueries

/// Objects that are written as JSON.
struct ShapeWorkload: Workload {
    let number = 19
    let title = "objects to JSON"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = ShapeInput(count: min(sizes.bulkRows, 10_000), place: place)
        let contest = Contest(
            "objects to JSON",
            rows: input.count,
            goals: [.ratio(to: .structure, atMost: 1.5)],
            [ShapedItems(input), StructuredItems(input)]
        )
        return [contest]
    }
}

struct ShapeInput {
    let count: Int
    let place: Workplace

    /// The objects, which are in memory before the clock starts.
    func items() throws -> (context: ModelContext, items: [Item]) {
        let context = ModelContext(try OurFile.open(ItemFiles(place: place).ours(count), [Item.self]))
        return (context, try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)])))
    }
}

final class ShapedItems: Contestant {
    let contender = Contender.ours
    private let input: ShapeInput
    private var held: (context: ModelContext, items: [Item])?
    private let shape = ModelShape<Item> {
        $0.value(\.number)
        $0.value(\.category)
        $0.value(\.weight)
        $0.value(\.created)
        $0.value(\.name)
        $0.value(\.remark)
    }

    init(_ input: ShapeInput) {
        self.input = input
    }

    func prepare() throws { if held == nil { held = try input.items() } }

    func run() throws -> Int { try shape.json(held?.items ?? []).count }

    func close() { held = nil }
}

final class StructuredItems: Contestant {
    let contender = Contender.structure
    private let input: ShapeInput
    private var held: (context: ModelContext, items: [Item])?

    private struct Structure: Encodable {
        var number: Int
        var category: Int
        var weight: Double
        var created: Date
        var name: String
        var remark: String?

        private enum CodingKeys: String, CodingKey { case number, category, weight, created, name, remark }

        // Nil is null, as in a shape.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encode(category, forKey: .category)
            try container.encode(weight, forKey: .weight)
            try container.encode(created, forKey: .created)
            try container.encode(name, forKey: .name)
            try container.encode(remark, forKey: .remark)
        }
    }

    init(_ input: ShapeInput) {
        self.input = input
    }

    func prepare() throws { if held == nil { held = try input.items() } }

    func run() throws -> Int {
        let structures = (held?.items ?? []).map { item in
            Structure(
                number: item.number,
                category: item.category,
                weight: item.weight,
                created: item.created,
                name: item.name,
                remark: item.remark
            )
        }
        return try JSONEncoder().encode(structures).count
    }

    func close() { held = nil }
}
