import Foundation
import SwiftData

/// Work that is to cost in proportion to what it concerns, at several sizes of what it does not concern.
public struct ScaleWorkload {
    private let sizes: [Int]
    private let rounds: Int

    /// - Parameters:
    ///   - factor: The factor by which the usual sizes are multiplied.
    ///   - rounds: The number of rounds of each measurement. The report has the median.
    public init(factor: Double = 1, rounds: Int = 5) {
        sizes = [1_000, 4_000, 16_000].map { max(1, Int(Double($0) * factor)) }
        self.rounds = rounds
    }

    public func run(_ progress: (String) -> Void = { _ in }) throws -> Report {
        var report = Report(workload: "at sizes", columns: sizes.map(String.init))
        for step in Self.steps {
            progress(step.name)
            var values: [Report.Value] = []
            for size in sizes {
                let times = try (0..<(step.isLong ? 1 : rounds)).map { _ in try step.measure(size) }
                values.append(times.sorted()[times.count / 2].value)
            }
            report.rows.append(Report.Row(name: step.name, values: values))
        }
        return report
    }

    private struct Step {
        let name: String
        /// True if one round is enough to show how the step grows.
        var isLong = false
        let measure: (Int) throws -> Duration
    }

    private static var steps: [Step] {
        [
            Step(name: "one edit and one read of an observer of n results") { try observer($0, isHeld: false) },
            Step(name: "the same, while the former results are held") { try observer($0, isHeld: true) },
            Step(name: "the same, read by sections", measure: sections),
            Step(name: "saving a row beside n contexts") { try contexts($0).saving },
            Step(name: "making a context beside n contexts") { try contexts($0).making },
            Step(name: "n links of new objects to one new object", isLong: true, measure: links),
            Step(name: "n deletions of objects linked to one object", isLong: true, measure: deletions),
            Step(name: "n/4 links with an undo manager", isLong: true, measure: undoableLinks),
            Step(name: "n/16 fetches, each after an edit that does not concern it", isLong: true, measure: fetches),
        ]
    }

    // MARK: Observers

    private static func filled(_ count: Int) throws -> (context: ModelContext, all: [Reading]) {
        let container = try ModelContainer(
            for: Schema([Reading.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        let all = (0..<count).map { Reading(sensor: $0, region: $0 % 10, level: $0 * 2) }
        for reading in all { context.insert(reading) }
        try context.save()
        return (context, all)
    }

    /// The mean of some edits that move a result by a third of the results.
    private static func edits(_ all: [Reading], _ look: () -> Int) -> Duration {
        // The first look is the one after the fetch.
        var count = look()
        let time = ContinuousClock().measure {
            for number in 0..<20 {
                let reading = all[(number * 7_919) % all.count]
                reading.level = (reading.level + all.count / 3 * 2) % (all.count * 2) + 1
                count = look()
            }
        }
        precondition(count == all.count)
        return time / 20
    }

    private static func observer(_ count: Int, isHeld: Bool) throws -> Duration {
        let (context, all) = try filled(count)
        let observer = try ResultsObserver<Reading, Never>(sortBy: [SortDescriptor(\.level)], modelContext: context)
        var held = observer.results
        return edits(all) {
            let results = observer.results
            if isHeld { held = results }
            return max(results.count, held.count)
        }
    }

    private static func sections(_ count: Int) throws -> Duration {
        let container = try ModelContainer(
            for: Schema([Note.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        let all = (0..<count).map { Note(folder: "folder \($0 % 10)", place: $0) }
        for note in all { context.insert(note) }
        try context.save()
        let observer = try ResultsObserver<Note, String>(
            sortBy: [SortDescriptor(\.place)],
            sectionBy: \.folder,
            modelContext: context
        )
        var found = observer.sections?.count
        let time = ContinuousClock().measure {
            for number in 0..<20 {
                all[(number * 7_919) % count].folder = "folder \(number % 10)"
                found = observer.sections?.count
            }
        }
        precondition(found == min(10, count))
        return time / 20
    }

    // MARK: Contexts

    private static func contexts(_ count: Int) throws -> (making: Duration, saving: Duration) {
        let (context, all) = try filled(10)
        let others = (0..<count).map { _ in ModelContext(context.container) }
        let clock = ContinuousClock()
        var made: [ModelContext] = []
        let making = clock.measure {
            for _ in 0..<100 { made.append(ModelContext(context.container)) }
        }
        made = []
        let saving = try clock.measure {
            for number in 0..<20 {
                all[number % 10].level += 1
                try context.save()
            }
        }
        precondition(others.count == count)
        return (making / 100, saving / 20)
    }

    // MARK: Pending changes

    private static func notes() throws -> ModelContext {
        let container = try ModelContainer(
            for: Schema([Label.self, Note.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        return ModelContext(container)
    }

    private static func deletions(_ count: Int) throws -> Duration {
        let context = try notes()
        let label = Label(name: "shared")
        context.insert(label)
        let all = (0..<count).map { Note(folder: "", place: $0) }
        for note in all { context.insert(note) }
        label.notes = all
        try context.save()
        return try ContinuousClock().measure {
            precondition(label.notes.count == count)
            for number in 0..<count { context.delete(all[number * 7_919 % count]) }
            try context.save()
        }
    }

    private static func undoableLinks(_ count: Int) throws -> Duration {
        let context = try notes()
        let label = Label(name: "shared")
        context.insert(label)
        let all = (0..<(count / 4)).map { Note(folder: "", place: $0) }
        for note in all { context.insert(note) }
        try context.save()
        context.undoManager = UndoManager()
        return try ContinuousClock().measure {
            for note in all { label.notes.append(note) }
            try context.save()
        }
    }

    private static func links(_ count: Int) throws -> Duration {
        let context = try notes()
        return try ContinuousClock().measure {
            let label = Label(name: "new")
            context.insert(label)
            for number in 0..<count {
                let note = Note(folder: "", place: number)
                context.insert(note)
                note.labels.append(label)
            }
            try context.save()
        }
    }

    private static func fetches(_ count: Int) throws -> Duration {
        let (context, all) = try filled(count)
        return try ContinuousClock().measure {
            for number in 0..<(count / 16) {
                var descriptor = FetchDescriptor<Reading>(predicate: #Predicate { $0.level == number * 2 })
                descriptor.fetchLimit = 1
                let found = try context.fetch(descriptor).count
                precondition(found == 1)
                all[number].sensor += 1
            }
        }
    }
}

/// Text that is kept in folders and has labels.
@Model
final class Note {
    var folder: String
    var place: Int
    @Relationship(inverse: \Label.notes) var labels: [Label] = []

    init(folder: String, place: Int) {
        self.folder = folder
        self.place = place
    }
}

@Model
final class Label {
    var name: String
    var notes: [Note] = []

    init(name: String) { self.name = name }
}
