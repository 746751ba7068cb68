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

    /// The mark of the commit cannot be read in time, since another program has locked its table. The watcher has passed the number
    /// of the commit by then.
    @Test func aCommitWhoseOutcomeIsNotKnownReachesTheOtherContexts() async throws {
        let namespace = try TemporaryNamespace()
        let folder = try #require(namespace.url.split(separator: "=").last.map(String.init))
        let proxy = try CuttingProxy(target: folder)
        var configuration = namespace.configuration()
        configuration.connection = namespace.url.replacingOccurrences(of: folder, with: proxy.folder)
        configuration.outcomeLimit = .seconds(4)
        let container = try ModelContainer(for: Receipt.self, configurations: configuration)
        let context = ModelContext(container)
        let receipt = Receipt(number: 1)
        context.insert(receipt)
        try context.save()
        let reader = ModelContext(container)
        let read = try #require(try reader.fetch(FetchDescriptor<Receipt>()).first)
        #expect(read.number == 1)

        let locking = Locked<Thread?>(nil)
        proxy.cut(.behindTheServer) {
            let thread = Thread {
                let sql = "BEGIN; LOCK TABLE swiftdata_commit IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT"
                #expect(throws: Never.self) { try namespace.psql(sql) }
            }
            thread.start()
            locking.withLock { $0 = thread }
            let waiting =
                "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted "
                + "AND relation = to_regclass('swiftdata_commit')"
            for _ in 0..<400 {
                if (try? namespace.psql(waiting)) == "1" { return }
                Thread.sleep(forTimeInterval: 0.01)
            }
            Issue.record("the lock is not waited for")
        }
        receipt.number = 2
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .outcomeUnknown)
        #expect(try namespace.psql("SELECT number FROM receipt") == "2")
        let end = ContinuousClock.now + .seconds(15)
        while read.number != 2, ContinuousClock.now < end {
            // A context receives the reported changes when it is used.
            _ = try reader.fetchCount(FetchDescriptor<Receipt>())
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(read.number == 2)
        while locking.withLock({ $0?.isFinished == false }) { try await Task.sleep(for: .milliseconds(20)) }
    }
}
#endif
