import Foundation
import SwiftData
import SwiftDataSync

/// Random edits of a store, each saved and noted, with a sync now and then.
struct DeviceWork {
    let name: String
    let container: ModelContainer
    let engine: SyncEngine
    let journal: Journal
    private(set) var failures = 0

    private static let labels = ["red", "green", "blue", "grey"]

    init(_ name: String, _ container: ModelContainer, _ engine: SyncEngine, _ journal: Journal) {
        (self.name, self.container, self.engine, self.journal) = (name, container, engine, journal)
    }

    /// Edits and syncs.
    mutating func run(steps: Int, random: inout some RandomNumberGenerator) async throws {
        for _ in 0..<steps {
            try edit(&random)
            if Int.random(in: 0..<3, using: &random) == 0 { try await sync() }
        }
        try await sync()
    }

    private func edit(_ random: inout some RandomNumberGenerator) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let prefix = "\(name)-"
        let own = FetchDescriptor<RoundNote>(
            predicate: #Predicate { $0.key.starts(with: prefix) },
            sortBy: [SortDescriptor(\.key)]
        )
        let value = Int.random(in: 1...1_000_000, using: &random)
        let note = try context.fetch(own).randomElement(using: &random)
        switch (Int.random(in: 0..<100, using: &random), note) {
        case (45..<70, let note?):
            note.value = value
            if note.picture != nil { note.picture = RoundNote.picture(value) }
            try save(context, note.key, value)
        case (70..<80, let note?):
            let key = note.key
            context.delete(note)
            try save(context, key, nil)
        case (80..<90, let note?):
            note.label = try label(context, &random)
            try context.save()
        case (90..<100, _):
            try label(context, &random).colour = value
            try context.save()
        default:
            let note = RoundNote(prefix + UUID().uuidString, value)
            if value % 8 == 0 { note.picture = RoundNote.picture(value) }
            context.insert(note)
            try save(context, note.key, value)
        }
    }

    private func save(_ context: ModelContext, _ key: String, _ value: Int?) throws {
        try journal.note("try", key, value)
        try context.save()
        try journal.note("done", key, value)
    }

    private func label(_ context: ModelContext, _ random: inout some RandomNumberGenerator) throws -> RoundLabel {
        let name = Self.labels.randomElement(using: &random) ?? ""
        let found = FetchDescriptor<RoundLabel>(predicate: #Predicate { $0.name == name })
        if let label = try context.fetch(found).first { return label }
        let label = RoundLabel(name)
        context.insert(label)
        return label
    }

    /// Fetches and sends. What the network and the server fail to do comes with the next sync.
    private mutating func sync() async throws {
        do {
            try await engine.fetchChanges()
            try await engine.sendChanges()
        } catch let error as SyncTransportError where error.isWorthRetrying {
            failures += 1
        }
    }
}
