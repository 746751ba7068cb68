// Contexts on actors: by macro and by hand, and what may cross between them.
import SwiftData

@Model
final class Reading {
    var value: Double
    init(value: Double) { self.value = value }
}

@ModelActor
actor Importer {
    private var imported = 0
    static let shared = "importer"

    func load(_ values: [Double]) throws -> [PersistentIdentifier] {
        let readings = values.map(Reading.init(value:))
        for reading in readings { modelContext.insert(reading) }
        try modelContext.save()
        imported += readings.count
        return readings.map(\.persistentModelID)
    }

    func double(_ id: PersistentIdentifier) throws {
        guard let reading = self[id, as: Reading.self] else { return }
        reading.value *= 2
        try modelContext.save()
    }

    func sum() throws -> Double {
        try modelContext.fetch(FetchDescriptor<Reading>()).reduce(0) { $0 + $1.value }
    }
}

@ModelActor
public actor PublicImporter {
    public func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Reading>()) }
}

actor HandWritten: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor
    let label: String

    init(container: ModelContainer, label: String) {
        modelContainer = container
        let context = ModelContext(container)
        context.autosaveEnabled = false
        modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.label = label
    }

    func insert(_ value: Double) throws {
        modelContext.insert(Reading(value: value))
        try modelContext.save()
    }
}

@ModelActor
actor WithInitializer {
    let label: String

    init(container: ModelContainer, label: String) {
        let context = ModelContext(container)
        self.modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.modelContainer = container
        self.label = label
    }
}

protocol Counting: Actor { func total() async throws -> Int }

extension Importer: Counting {
    func total() async throws -> Int { imported }
}

@MainActor
final class ViewModel {
    let container: ModelContainer
    var readings: [Reading] = []

    init(container: ModelContainer) {
        self.container = container
    }

    func refresh() async throws {
        let importer = Importer(modelContainer: container)
        let identifiers = try await importer.load([1, 2, 3])
        if let first = identifiers.first { try await importer.double(first) }
        readings = identifiers.compactMap { container.mainContext.model(for: $0) as? Reading }
        try await HandWritten(container: container, label: "").insert(4)
        _ = WithInitializer(container: container, label: "x")
        let shared = container
        let total = try await Task.detached {
            let context = ModelContext(shared)
            return try context.fetchCount(FetchDescriptor<Reading>())
        }.value
        print(total, try await importer.sum())
    }
}

func concurrently(_ container: ModelContainer) async throws -> [PersistentIdentifier] {
    try await withThrowingTaskGroup(of: [PersistentIdentifier].self) { group in
        for start in 0..<4 {
            group.addTask { try await Importer(modelContainer: container).load([Double(start)]) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
    }
}
