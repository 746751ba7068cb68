import SwiftData
import SwiftDataTesting

/// Many observers, and all objects changing before any observer looks again.
public struct ObservationWorkload {
    private let observers: Int
    private let objects: Int
    private let results: Int

    public init(observers: Int, objects: Int, results: Int) {
        self.observers = observers
        self.objects = objects
        self.results = results
    }

    /// The property of every object that changes, and the place of the change.
    private enum Change: String, CaseIterable {
        case unused = "a property that nobody uses"
        case order = "the property that they are sorted by"
        case condition = "the property that they are chosen by"
        case elsewhere = "the sort property, saved by another context"

        func apply(to reading: Reading, regions: Int) {
            switch self {
            case .unused: reading.sensor += 1
            case .order, .elsewhere: reading.level = (reading.level &* 7_919) % 10_007
            case .condition: reading.region = (reading.region + 1) % regions
            }
        }
    }

    private var regions: Int { objects / results }

    public func run() throws -> Report {
        var report = Report(
            workload: "\(objects) objects change",
            columns: ["making observers", "changing", "until current", "fetches", "patches", "tests", "statements"]
        )
        for change in Change.allCases {
            report.rows.append(try measure("\(observers) × 1 object; \(change.rawValue)", change, one))
            report.rows.append(try measure("\(observers) × \(results) objects; \(change.rawValue)", change, many))
        }
        return report
    }

    private typealias Observer = ResultsObserver<Reading, Never>

    private func one(_ index: Int, _ all: [Reading], _ context: ModelContext) throws -> Observer {
        let id = all[index].persistentModelID
        return try Observer(
            filterBy: #Predicate { $0.persistentModelID == id },
            sortBy: [SortDescriptor(\.level)],
            modelContext: context,
            isolation: nil
        )
    }

    private func many(_ index: Int, _ all: [Reading], _ context: ModelContext) throws -> Observer {
        let region = index % regions
        return try Observer(
            filterBy: #Predicate { $0.region == region },
            sortBy: [SortDescriptor(\.level)],
            modelContext: context,
            isolation: nil
        )
    }

    private func measure(
        _ name: String,
        _ change: Change,
        _ make: (Int, [Reading], ModelContext) throws -> Observer
    ) throws -> Report.Row {
        let container = try ModelContainer(
            for: Schema([Reading.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        for number in 0..<objects {
            context.insert(Reading(sensor: number, region: number % regions, level: (number * 31) % 10_007))
        }
        try context.save()
        let all = try context.fetch(FetchDescriptor<Reading>())
        let clock = ContinuousClock()
        var made: [Observer] = []
        let making = try clock.measure {
            for index in 0..<observers { made.append(try make(index, all, context)) }
        }
        let before = ObserverWork(of: context)
        let statements = StatementRecorder(container)
        let other = ModelContext(container)
        let changed = change == .elsewhere ? try other.fetch(FetchDescriptor<Reading>()) : all
        let changing = try clock.measure {
            for reading in changed { change.apply(to: reading, regions: regions) }
            if change == .elsewhere { try other.save() }
        }
        statements.reset()
        var count = 0
        let updating = clock.measure {
            for observer in made { count += observer.results.count }
        }
        let work = ObserverWork(of: context).since(before)
        let counts = [work.fetches, work.patches, work.tests, statements.statements.count]
        return Report.Row(
            name: name,
            values: [making.value, changing.value, updating.value] + counts.map { .count($0) }
        )
    }
}
