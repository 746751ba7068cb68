import CountedCalls
import SwiftData

/// The cost of one object in some work, and its limit.
struct Measurement: Codable {
    var work: String
    var title: String
    var allocations: Double
    var bytes: Double
    /// Nil where there is no limit.
    var mostAllocations: Double?
    var mostBytes: Double?
    /// Statements that are compiled when the work is done for the first time on a container, and after that.
    var firstPreparations: Int
    var laterPreparations: Int
    var mostPreparations: Int?
}

/// Everything the program has to say.
struct Measurements: Codable {
    var isCounted: Bool
    var isOptimized: Bool
    var lines: [Measurement] = []

    private static let few = 1_000
    private static let many = 2_000
    private static let rounds = 3

    /// - Parameter folder: For the store.
    static func make(in folder: URL) throws -> Measurements {
        let isOptimized = isOptimizedBuild()
        var all = Measurements(isCounted: counted_calls_are_counted(), isOptimized: isOptimized)
        guard all.isCounted else { return all }
        for work in Work.allCases {
            let container = try container(folder.appendingPathComponent("\(work).store"))
            let first = try work.run(container, objects: few)
            let (least, most) = try (rounds(work, container, few), rounds(work, container, many))
            let objects = Double(many - few)
            // What does not depend on the number of objects is in both.
            let allocations = Double(most.allocations - least.allocations) / objects
            let bytes = Double(most.bytes - least.bytes) / objects
            let limit = Limits.of(work, isOptimized: isOptimized)
            all.lines.append(
                Measurement(
                    work: work.rawValue,
                    title: work.title,
                    allocations: allocations,
                    bytes: bytes,
                    mostAllocations: limit.map { $0.allocations * Limits.allowance },
                    mostBytes: limit.map { $0.bytes * Limits.allowance },
                    firstPreparations: first.preparations,
                    laterPreparations: least.preparations,
                    mostPreparations: limit?.preparations
                )
            )
        }
        return all
    }

    private static func rounds(_ work: Work, _ container: ModelContainer, _ count: Int) throws -> Counts {
        Counts.least(try (0..<rounds).map { _ in try work.run(container, objects: count) })
    }

    /// A store with the objects that work needs.
    private static func container(_ file: URL) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Schema([CountedItem.self]),
            configurations: [ModelConfiguration(url: file)]
        )
        let context = ModelContext(container)
        for number in 1...many { context.insert(CountedItem(number)) }
        try context.save()
        return container
    }

    private static func isOptimizedBuild() -> Bool {
        var isChecked = false
        // The condition of an assertion is not evaluated in an optimised build.
        assert(
            {
                isChecked = true
                return true
            }()
        )
        return !isChecked
    }
}
