import ClientModels
import SwiftData
import TestSupport
import Testing

/// A store with a ledger, and another process that writes to it.
final class NeighbourStore {
    let temporary: TemporaryFolder
    var file: URL { temporary.file }

    init() throws {
        temporary = try TemporaryFolder()
        let context = ModelContext(try ledgerContainer(file))
        context.insert(Ledger(title: "shared"))
        try context.save()
    }

    /// Runs the other process until it ends.
    @discardableResult
    func neighbour(_ arguments: String...) throws -> String { try Self.neighbour(file, arguments) }

    /// Runs another process on a file until it ends.
    @discardableResult
    static func neighbour(_ file: URL, _ arguments: [String]) throws -> String {
        let (output, status) = try ChildProgram.run("visit", [file.path] + arguments)
        try #require(status == 0)
        return output
    }

    func sqlite3(_ statements: String) throws { _ = try temporary.sqlite3(statements) }

    func container() throws -> ModelContainer { try ledgerContainer(file) }
}

/// Waits, with a limit that only a failure reaches.
@MainActor func waiting(until condition: () throws -> Bool) async throws -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(2))
    }
    return try condition()
}

extension ModelContext {
    /// The entries with some numbers, as the context has them.
    func entries(_ numbers: [Int]) throws -> [LedgerEntry] {
        try fetch(FetchDescriptor<LedgerEntry>(sortBy: [SortDescriptor(\.number)])).filter {
            numbers.contains($0.number)
        }
    }
}
