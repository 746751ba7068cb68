import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import Testing

/// A class with two large values.
@Model
final class JoinPlate {
    var name: String
    var front: Data?
    var back: Data?

    init(_ name: String, front: Data?, back: Data?) {
        self.name = name
        self.front = front
        self.back = back
    }
}

/// Rows that have several large values.
@Suite(.timeLimit(.minutes(30))) struct ClientLargeValueTests {
    private static func value(_ number: Int) -> Data { Data((0..<200).map { UInt8(truncatingIfNeeded: $0 * number) }) }

    @Test func aRowWithTwoLargeValuesArrives() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub), models: [JoinPlate.self])
        let b = try ClientDevice(MemoryTransport(hub), models: [JoinPlate.self])
        try a.edit { context in
            for number in 1...3 {
                context.insert(JoinPlate("\(number)", front: Self.value(number), back: Self.value(number + 10)))
            }
        }
        try await syncUntilIdle(a, b)
        #expect(b.engine.state.heldRows == 0)
        let plates = try b.read { try $0.fetch(FetchDescriptor<JoinPlate>(sortBy: [SortDescriptor(\.name)])) }
        #expect(plates.map(\.front) == [1, 2, 3].map { Self.value($0) })
        #expect(plates.map(\.back) == [11, 12, 13].map { Self.value($0) })
    }

    @Test func valuesThatArriveOneByOneAreKeptUntilTheRowHasAll() async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub), models: [JoinPlate.self])
        let left = Locked(0)
        let transport = MemoryTransport(hub) { call in
            guard case .download = call else { return [] }
            let isThere = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isThere ? [] : [.failBefore(SyncTransportError(.blobMissing, "A test"))]
        }
        let b = try ClientDevice(transport, models: [JoinPlate.self])
        try a.edit { context in
            for number in 1...2 {
                context.insert(JoinPlate("\(number)", front: Self.value(number), back: Self.value(number + 10)))
            }
        }
        try await a.sync()
        for _ in 1...4 {
            left.withLock { $0 = 1 }
            try await b.engine.fetchChanges()
        }
        #expect(b.engine.state.heldRows == 0)
        let plates = try b.read { try $0.fetch(FetchDescriptor<JoinPlate>(sortBy: [SortDescriptor(\.name)])) }
        #expect(plates.map(\.front) == [1, 2].map { Self.value($0) })
        #expect(plates.map(\.back) == [11, 12].map { Self.value($0) })
    }
}
