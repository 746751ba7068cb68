import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// The functions, orders and settings that a program gives the connections of its store.
@Suite struct ConnectionSetupTests {
    private struct Refusal: Error { let secret = "hidden value" }

    private func configuration(_ folder: TemporaryFolder, memory: Bool = false) -> ModelConfiguration {
        memory
            ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: folder.file)
    }

    private func context(_ configuration: ModelConfiguration) throws -> ModelContext {
        let context = ModelContext(try ModelContainer(for: Account.self, Booking.self, configurations: configuration))
        context.autosaveEnabled = false
        return context
    }

    private func fill(_ context: ModelContext) throws {
        for (number, name) in ["Zoë", "anna", "Bob"].enumerated() {
            context.insert(Account(name: name, level: number))
        }
        try context.save()
    }

    @Test(arguments: [false, true]) func statementsCallFunctions(inMemory: Bool) throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(folder, memory: inMemory)
        configuration.connectionSetup.addFunction("backwards", argumentCount: 1) { values in
            guard case .text(let text) = values[0] else { return .null }
            return .text(String(text.reversed()))
        }
        configuration.connectionSetup.addFunction("kinds") { values in
            .text(
                values.map { value in
                    switch value {
                    case .null: "n"
                    case .integer(let number): "i\(number)"
                    case .real(let number): "r\(number)"
                    case .text(let text): "t\(text)"
                    case .data(let data): "d\(data.count)"
                    }
                }.joined(separator: " ")
            )
        }
        configuration.connectionSetup.addCollation("by_length") { left, right in
            left.count == right.count ? .orderedSame : left.count < right.count ? .orderedAscending : .orderedDescending
        }
        configuration.connectionSetup.cacheSize = 5_000
        configuration.connectionSetup.keepsTemporariesInMemory = true
        configuration.connectionSetup.sortingThreads = 2
        let context = try context(configuration)
        try fill(context)
        #expect(
            try context.sql("SELECT backwards(\(\Account.name)) FROM \(Account.self) ORDER BY 1", as: String.self)
                == ["anna", "boB", "ëoZ"]
        )
        #expect(
            try context.sql(
                "SELECT kinds(NULL, 1, 1.5, 'x', x'0102') FROM \(Account.self) LIMIT 1",
                as: String.self
            ) == ["n i1 r1.5 tx d2"]
        )
        let byLength = try context.sql(
            "SELECT \(\Account.name) FROM \(Account.self) ORDER BY \(\Account.name) COLLATE by_length DESC, 1",
            as: String.self
        )
        #expect(byLength == ["anna", "Bob", "Zoë"])
        try context.execute("UPDATE \(Account.self) SET \(\Account.name) = backwards(\(\Account.name))")
        try context.save()
        let names = try context.fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.level)])).map(\.name)
        #expect(names == ["ëoZ", "anna", "boB"])
    }

    @Test func readersHaveTheFunctionsToo() throws {
        let folder = try TemporaryFolder()
        try fill(try context(configuration(folder)))
        var configuration = ModelConfiguration(url: folder.file, allowsSave: false)
        configuration.connectionSetup.addFunction("twice", argumentCount: 1) { values in
            guard case .integer(let number) = values[0] else { return .null }
            return .integer(number * 2)
        }
        let context = try context(configuration)
        #expect(
            try context.sql("SELECT twice(\(\Account.level)) FROM \(Account.self) ORDER BY 1", as: Int.self) == [
                0, 2, 4,
            ]
        )
    }

    @Test(arguments: ["lower", "COUNT", "openswiftdata_matches", "OpenSwiftData_x", "", "a b", "x'", "ä", "1x"])
    func namesInUseAreRefused(name: String) throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(folder)
        configuration.connectionSetup.addFunction(name, argumentCount: 1) { $0[0] }
        #expect {
            try context(configuration)
        } throws: {
            ($0 as? StoreError)?.code == .sql
        }
    }

    @Test func anErrorNamesTheFunctionAndNoValue() throws {
        let folder = try TemporaryFolder()
        var configuration = configuration(folder)
        configuration.connectionSetup.addFunction("refuse") { _ in throw Refusal() }
        let context = try context(configuration)
        try fill(context)
        do {
            _ = try context.sql("SELECT refuse(\(\Account.name)) FROM \(Account.self)", as: String.self)
            Issue.record("The error of a function is lost.")
        } catch let error as StoreError {
            #expect(error.code == .sql)
            #expect("\(error)\(error.debugDescription)".contains("refuse"))
            #expect(!"\(error)\(error.debugDescription)".contains("hidden value"))
        }
        #expect(throws: StoreError.self) {
            try context.execute("UPDATE \(Account.self) SET \(\Account.name) = refuse()")
        }
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Account>()) == 3)
    }

    /// A function that uses its store would wait for its own connection.
    @Test(.timeLimit(.minutes(30))) func aFunctionCannotUseTheStore() throws {
        let folder = try TemporaryFolder()
        let known = Known()
        var configuration = configuration(folder)
        configuration.connectionSetup.addFunction("nested", argumentCount: 0) { _ in
            guard let container = known.container else { return .null }
            let inner = ModelContext(container)
            do {
                return .integer(Int64(try inner.fetchCount(FetchDescriptor<Account>())))
            } catch let error as StoreError where error.code == .busy {
                inner.insert(Account(name: "inner", level: 1))
                do {
                    try inner.save()
                } catch let error as StoreError where error.code == .busy {
                    return .integer(-1)
                }
                return .integer(-2)
            }
        }
        let context = try context(configuration)
        try fill(context)
        known.container = context.container
        #expect(try context.sql("SELECT nested() FROM \(Account.self) LIMIT 1", as: Int.self) == [-1])
        #expect(try context.fetchCount(FetchDescriptor<Account>()) == 3)
    }

    /// The container that a function knows. `lock` guards it.
    private final class Known: @unchecked Sendable {
        private let lock = NSLock()
        private var known: ModelContainer?
        var container: ModelContainer? {
            get { lock.withLock { known } }
            set { lock.withLock { known = newValue } }
        }
    }

    @Test func configurationsCompareByTheirSetup() throws {
        let folder = try TemporaryFolder()
        var (one, other) = (configuration(folder), configuration(folder))
        #expect(one == other)
        one.connectionSetup.cacheSize = 1
        #expect(one != other)
        other.connectionSetup.cacheSize = 1
        one.connectionSetup.addFunction("f") { _ in .null }
        #expect(one != other)
        other.connectionSetup.addFunction("f") { _ in .null }
        #expect(one == other)
    }
}
