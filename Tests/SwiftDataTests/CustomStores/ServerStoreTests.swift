import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// The translation that the guide for authors of stores shows.
@Suite struct ServerStoreTests {
    private func context(_ server: Server) throws -> ModelContext {
        let schema = Schema(CustomStore.library)
        let configuration = ServerConfiguration(schema: schema, server: server)
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        for (index, name) in ["Ada", "Bob", "Café", "Dan"].enumerated() {
            context.insert(Author(name: name, born: Date(timeIntervalSinceReferenceDate: Double(index))))
        }
        try context.save()
        return context
    }

    @Test func whatTheServerCanSayIsNotFilteredAgain() throws {
        let server = Server()
        let context = try context(server)
        let predicate = #Predicate<Author> { author in author.name == "Cafe\u{301}" || !(author.name != "Bob") }
        #expect(Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)) == ["Bob", "Café"])
        #expect(server.counts == (exact: 1, narrowed: 0, untranslated: 0))
        #expect(server.lastFound == 2)
        let narrowing = #Predicate<Author> { author in author.name != "Dan" && author.name.contains("a") }
        #expect(Set(try context.fetch(FetchDescriptor(predicate: narrowing)).map(\.name)) == ["Ada", "Café"])
        #expect(server.counts == (exact: 1, narrowed: 1, untranslated: 0))
        #expect(server.lastFound == 3)
        let unsaid = #Predicate<Author> { author in author.name.contains("a") || author.name == "Bob" }
        #expect(try context.fetch(FetchDescriptor(predicate: unsaid)).count == 4)
        #expect(server.counts == (exact: 1, narrowed: 1, untranslated: 1))
    }

    @Test func theStoreBehaves() {
        let servers = Servers()
        var suite = StoreBehaviourSuite("server store", lacking: [.nonFiniteNumbers, .history]) { schema, folder in
            ServerConfiguration(schema: schema, server: servers[folder])
        }
        suite.predicates = 4_000
        suite.scripts = 20
        let report = suite.run()
        print("• \(report)")
        for failure in report.failures { Issue.record("\(failure)") }
        let (history, others) = (report.skipped.filter { $0.lacking == [.history] }, report.skipped)
        #expect(history.count == 13)
        #expect(others.map(\.behaviour).filter { $0.contains("NaN") } == ["NaN and infinities are kept"])
        #expect(others.count == 14)
        // The random predicates are of every kind: some are said in full, some in part.
        #expect(servers.exact > 200)
        #expect(servers.narrowed > 50)
    }

    @Test func theGuideHasTheSource() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: tests.appendingPathComponent("ServerFilter.swift"), encoding: .utf8)
        let guide = tests.appendingPathComponent("../../../docs/translate-a-predicate.md").standardized
        #expect(try String(contentsOf: guide, encoding: .utf8).contains("```swift\n\(code)```\n"))
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count < 100)
    }
}

/// The servers of a run, by folder. One thread uses them.
private final class Servers: @unchecked Sendable {
    private var servers: [URL: Server] = [:]

    subscript(folder: URL) -> Server {
        let folder = folder.standardizedFileURL
        if let server = servers[folder] { return server }
        let server = Server()
        servers[folder] = server
        return server
    }

    var exact: Int { servers.values.reduce(0) { $0 + $1.counts.exact } }
    var narrowed: Int { servers.values.reduce(0) { $0 + $1.counts.narrowed } }
}
