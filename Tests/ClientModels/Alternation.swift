import Dispatch
public import SwiftData

/// One of two processes that write to one store in turns, each editing what the other has made.
///
/// It knows of the other's entries only by being told: one notification that is lost, or one save, is an entry that
/// never becomes complete.
@MainActor public final class Alternation {
    private let name: String
    private let container: ModelContainer
    private let notices: Notices
    private let ledger: Ledger
    private var own: [LedgerEntry] = []
    private var others: [LedgerEntry] = []
    private var edited: Set<PersistentIdentifier> = []

    /// - Parameter file: A store with one ledger in it.
    public init(_ file: URL, name: String) throws {
        self.name = name
        container = try ledgerContainer(file)
        notices = Notices(of: container)
        guard let ledger = try container.mainContext.fetch(FetchDescriptor<Ledger>()).first else {
            throw CocoaError(.fileReadUnknown)
        }
        self.ledger = ledger
    }

    private var context: ModelContext { container.mainContext }

    /// Writes for some time, then until all is complete, and answers what it has in memory.
    /// - Parameter others: True if the other process has come.
    public func run(seconds: Double, afterOther isThere: () -> Bool) async throws -> [String] {
        while !isThere() { try await pause() }
        // Long enough for what the opening of the file left behind to be told.
        try await Task.sleep(for: .milliseconds(300))
        try await step(adding: false)
        let end = Date(timeIntervalSinceNow: seconds)
        // On a busy machine the time alone may be over after a few entries.
        let latest = Date(timeIntervalSinceNow: seconds + 60)
        while Date() < end || own.count < 20 && Date() < latest { try await step(adding: true) }
        let last = LedgerEntry(writer: name, number: -1, ledger: ledger)
        own.append(last)
        context.insert(last)
        try context.save()
        // The end is a time limit for a failure, not a measure.
        let patience = Date(timeIntervalSinceNow: 120)
        while !isComplete, Date() < patience { try await step(adding: false) }
        return view
    }

    private var isComplete: Bool {
        let all = own + others
        return others.contains { $0.number == -1 } && all.allSatisfy { $0.seen == 1 }
            && ledger.entries.count == all.count
    }

    private func step(adding: Bool) async throws {
        for notice in notices.take() {
            // Where both open the file at the same moment, SQLite's first page may be written once more.
            guard !notice.everything || (own.isEmpty && others.isEmpty) else { throw StoreSaidEverything() }
            for identifier in notice.inserted {
                if let entry = context.model(for: identifier) as? LedgerEntry { others.append(entry) }
            }
        }
        for entry in others where edited.insert(entry.persistentModelID).inserted { entry.seen += 1 }
        if adding {
            let entry = LedgerEntry(writer: name, number: own.count, ledger: ledger)
            own.append(entry)
            context.insert(entry)
        }
        try context.save()
        try await pause()
    }

    private func pause() async throws {
        try await Task.sleep(for: .microseconds(Int.random(in: 100...8_000)))
    }

    /// The objects that were registered all the time, and the order of the relationship.
    private var view: [String] {
        let lines = (own + others).map { "\($0.writer) \($0.number) \($0.seen)" }.sorted()
        return lines + [ledger.entries.map { "\($0.writer) \($0.number)" }.joined(separator: ",")]
    }

    private struct StoreSaidEverything: Error {}
}
