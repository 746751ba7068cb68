import SwiftData
import SwiftDataCore
import Synchronization
import Testing

/// Messages of one kind are limited in rate, and those left out are counted.
@Suite struct NoticeLimitTests {
    private static let window = NoticeLimit.window

    @Test func someMessagesOfAKindPassInAWindow() {
        var limit = NoticeLimit()
        let passed = (0..<100).count { limit.admit("a", at: 1 + UInt64($0)).passes }
        #expect(passed == NoticeLimit.most)
        #expect(limit.admit("b", at: 200).passes)
        let next = limit.admit("a", at: 1 + Self.window)
        #expect(next.passes)
        #expect(next.leftOut.map(\.kind) == ["a"])
        #expect(next.leftOut.map(\.count) == [100 - NoticeLimit.most])
    }

    @Test func whatWasLeftOutIsToldWhenNoMoreComes() {
        var limit = NoticeLimit()
        for _ in 0..<7 { _ = limit.admit("a", at: 1) }
        #expect(limit.hasOmittedMessages)
        #expect(limit.closeAll(before: 2).isEmpty)
        #expect(limit.closeAll(before: 1 + Self.window).map(\.count) == [2])
        #expect(!limit.hasOmittedMessages && limit.kindCount == 0)
    }

    @Test func theKindsInMemoryAreBounded() {
        var limit = NoticeLimit()
        let passed = (0..<10_000).count { limit.admit("\($0)", at: 1).passes }
        #expect(limit.kindCount <= NoticeLimit.mostKinds + 1)
        #expect(passed == NoticeLimit.mostKinds + NoticeLimit.most)
        let left = limit.closeAll(before: 1 + Self.window).reduce(0) { $0 + $1.count }
        #expect(left == 10_000 - passed)
        #expect(limit.kindCount == 0)
    }

    @Test func conflictsDoNotFloodTheLog() async throws {
        let messages = Mutex<[String]>([])
        let first = try memoryContext(Flooded.self)
        let mine = (0..<300).map { _ in Flooded() }
        for model in mine { first.insert(model) }
        try first.save()
        let second = ModelContext(first.container)
        let theirs = try second.fetch(FetchDescriptor<Flooded>())
        try await withListener { message in
            if message.contains("Flooded.number") { messages.withLock { $0.append(message) } }
        } body: {
            for (a, b) in zip(mine, theirs) { (a.number, b.number) = (1, 1) }
            try second.save()
            first.processPendingChanges()
            #expect(first.conflicts.count == 300)
            // A count is told although no more conflicts come. The end is a limit for a failure, not a measure.
            for _ in 0..<200 where !messages.withLock({ $0.contains { $0.contains("left out") } }) {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let all = messages.withLock { $0 }
        let leftOut = all.filter { $0.contains("left out") }.compactMap { $0.split(separator: " ").first }.compactMap {
            Int($0)
        }
        let written = all.count { !$0.contains("left out") }
        #expect(written + leftOut.reduce(0, +) == 300)
        #expect(leftOut.count <= 2 && written <= 2 * NoticeLimit.most)
    }

    private func withListener(
        _ listener: @escaping @Sendable (String) -> Void,
        body: () async throws -> Void
    ) async throws {
        let number = log.listen { _, message in listener(message) }
        defer { log.stopListening(number) }
        try await body()
    }
}

@Model
final class Flooded {
    var number = 0
    init() {}
}
