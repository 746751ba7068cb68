import Foundation
import SwiftData

/// The work of a server for a request: a context of its own, some reads, sometimes a save.
struct Requests: Sendable {
    let container: ModelContainer
    let accounts: Int
    let tally: Tally
    /// The number of bytes that each request keeps for ever.
    private let kept = option("--kept").map { Int($0) } ?? 0

    init(container: ModelContainer, accounts: Int, tally: Tally) {
        self.container = container
        self.accounts = accounts
        self.tally = tally
    }

    /// Requests one after another, until the time is over.
    func serve(_ lane: Int) async {
        var generator = SystemRandomNumberGenerator()
        while !tally.isOver {
            do {
                try serveOne(lane, &generator)
            } catch StoreError.Code.missingRow {
                // Another request has deleted what this one has changed.
                tally.did("refused")
            } catch {
                tally.found("a request throws \(error)")
            }
            if kept > 0 { _ = UnsafeMutableRawPointer.allocate(byteCount: kept, alignment: 16) }
            await Task.yield()
        }
    }

    private func serveOne(_ lane: Int, _ generator: inout SystemRandomNumberGenerator) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        context.author = "lane \(lane)"
        let number = Int.random(in: 0..<accounts, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<45: try QueryShapes.run(Int.random(in: 0..<QueryShapes.count, using: &generator), number, context)
        case 45..<60: try add(number, lane, context, &generator)
        case 60..<72: try insert(number, context, &generator)
        case 72..<82: try delete(context)
        case 82..<90: try travel(number, context)
        case 90..<94: try replacePicture(number, context, &generator)
        case 94..<97: try retag(number, context, &generator)
        default: try abandon(number, context)
        }
        tally.did("requests")
    }

    static func account(_ number: Int, _ context: ModelContext) throws -> Account? {
        try context.fetch(FetchDescriptor<Account>(predicate: #Predicate { $0.number == number })).first
    }

    /// Adds to the balance of an account of the lane, so that no other request writes it. What returns must be there.
    private func add(
        _ number: Int,
        _ lane: Int,
        _ context: ModelContext,
        _ generator: inout SystemRandomNumberGenerator
    ) throws {
        let own = number - number % Soak.lanes + lane
        guard let account = try Self.account(own % accounts, context) else { return tally.found("an account is gone") }
        let amount = Int.random(in: 1...9, using: &generator)
        account.balance += amount
        try context.save()
        tally.saved(amount)
        tally.did("saves")
    }

    private func insert(
        _ number: Int,
        _ context: ModelContext,
        _ generator: inout SystemRandomNumberGenerator
    ) throws {
        guard let account = try Self.account(number, context) else { return }
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let entry = Booking(amount: Double.random(in: 0...100, using: &generator), text: "Überweisung \(number)")
            context.insert(entry)
            entry.account = account
        }
        try context.save()
        tally.did("saves")
    }

    /// Deletes the oldest entries where there are many, so that the store stays as large as it is.
    private func delete(_ context: ModelContext) throws {
        guard try context.fetchCount(FetchDescriptor<Booking>()) > 2_000 else { return }
        var oldest = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.made)])
        oldest.fetchLimit = 40
        for entry in try context.fetch(oldest) { context.delete(entry) }
        try context.save()
        tally.did("saves")
    }

    /// An identifier goes to a client as JSON, and comes back to another context.
    private func travel(_ number: Int, _ context: ModelContext) throws {
        guard let account = try Self.account(number, context) else { return }
        let json = try JSONEncoder().encode([account.persistentModelID] + account.entries.map(\.persistentModelID))
        let identifiers = try JSONDecoder().decode([PersistentIdentifier].self, from: json)
        let other = ModelContext(container)
        for identifier in identifiers where identifier.entityName == "Account" {
            guard let found = other.model(for: identifier) as? Account, found.number == number else {
                return tally.found("an identifier from JSON leads to another account")
            }
        }
    }

    private func replacePicture(
        _ number: Int,
        _ context: ModelContext,
        _ generator: inout SystemRandomNumberGenerator
    ) throws {
        guard let account = try Self.account(number, context) else { return }
        let byte = UInt8.random(in: 0...255, using: &generator)
        account.picture = Data(repeating: byte, count: Int.random(in: 1_000...200_000, using: &generator))
        try context.save()
        tally.did("saves")
    }

    private func retag(
        _ number: Int,
        _ context: ModelContext,
        _ generator: inout SystemRandomNumberGenerator
    ) throws {
        guard let account = try Self.account(number, context) else { return }
        let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
        account.tags = tags.filter { _ in Bool.random(using: &generator) }
        try context.save()
        tally.did("saves")
    }

    /// A context goes with changes that are not saved.
    private func abandon(_ number: Int, _ context: ModelContext) throws {
        try Self.account(number, context)?.name = "never saved"
        context.insert(Booking(amount: -1, text: "never saved"))
    }
}
