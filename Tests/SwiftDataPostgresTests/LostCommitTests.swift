#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import TestSupport
import Testing

@Model final class Receipt {
    var number: Int

    init(number: Int) { self.number = number }
}

/// Connections that are cut at the commit.
@Suite struct LostCommitTests {
    @Test func eachSaveTellsTheTruth() throws { try Self.cutCommits(Trials.count(60)) }

    private static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    static func cutCommits(_ count: Int) throws {
        let namespace = try TemporaryNamespace()
        let folder = try #require(namespace.url.split(separator: "=").last.map(String.init))
        let proxy = try CuttingProxy(target: folder)
        let url = namespace.url.replacingOccurrences(of: folder, with: proxy.folder)
        var configuration = namespace.configuration()
        configuration.connection = url
        let container = try ModelContainer(for: Receipt.self, configurations: configuration)
        let before = try descriptorCount()
        var kept: [Int] = []
        var outcomes: [String: Int] = [:]
        for number in 0..<count {
            let cut = CuttingProxy.Cut.allCases[number % 3]
            let context = ModelContext(container)
            context.insert(Receipt(number: number))
            proxy.cut(cut)
            do {
                try context.save()
                kept.append(number)
                outcomes["\(cut): saved", default: 0] += 1
            } catch let error as StoreError {
                #expect(error.code == .cannotOpen && context.hasChanges)
                outcomes["\(cut): threw", default: 0] += 1
            }
        }
        // A connection that was cut is closed. The pool keeps a few, each with three descriptors of this process.
        #expect(try descriptorCount() < before + 36)
        let rows = try namespace.psql("SELECT string_agg(number::text, ',' ORDER BY number) FROM receipt")
        #expect(rows == kept.map(String.init).joined(separator: ","))
        #expect(Set(outcomes.keys) == ["none: saved", "beforeTheServer: threw", "behindTheServer: saved"])
        print("• commits of a server that were cut:", outcomes.sorted { $0.key < $1.key }.map { "\($0) \($1)" })
    }
}
#endif
