import SwiftData
import SwiftDataQueries

final class OurAggregates: Contestant {
    let contender = Contender.ours
    private let input: AggregateInput
    private var container: ModelContainer?

    init(_ input: AggregateInput) {
        self.input = input
    }

    func prepare() throws {
        if container == nil { container = try OurFile.open(input.files.ours(input.count), [Item.self]) }
    }

    func run() throws -> Int {
        guard let container else { return 0 }
        let context = ModelContext(container)
        switch input.kind {
        case .sum: return Int(try context.aggregate(Item.self, .sum(\.weight)))
        case .several:
            let (count, mean, least, greatest) = try context.aggregate(
                Item.self,
                .count,
                .average(\.weight),
                .min(\.created),
                .max(\.created)
            )
            guard let mean, let least, let greatest else { return 0 }
            return count + Int(mean) + Int(greatest.timeIntervalSince(least))
        case .distinct: return try context.aggregate(Item.self, .countDistinct(\.name))
        case .groups:
            return try context.groups(Item.self, by: \.category, .count, .sum(\.weight))
                .reduce(0) { $0 &+ groupChecksum($1.0, $1.1, $1.2) }
        }
    }

    func close() {
        container = nil
    }
}
