import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

@Suite("The promises of transports")
struct ConformanceTests {
    static let names = SyncTransportChecks.all.map(\.name)

    private func check(_ name: String) throws -> SyncTransportChecks.Check {
        try #require(SyncTransportChecks.all.first { $0.name == name })
    }

    @Test("A hub in memory keeps them in any order", arguments: names)
    func memory(_ name: String) async throws {
        let hub = MemoryHub(account: "account")
        try await SyncTransportChecks { MemoryTransport(hub) }.run(check(name))
    }

    @Test("A hub in memory keeps them in one order", arguments: names)
    func orderedMemory(_ name: String) async throws {
        let hub = MemoryHub(ordering: .total)
        try await SyncTransportChecks { MemoryTransport(hub) }.run(check(name))
    }

    @Test("A folder keeps them", arguments: names)
    func folder(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url
        try await SyncTransportChecks { FolderTransport(url: url) }.run(check(name))
    }

    @Test("A folder keeps them while each few files are joined", arguments: names)
    func packedFolder(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url
        let packing = FolderPacking(fanout: 2, fileBytes: 700)
        try await SyncTransportChecks { FolderTransport(url: url, packing: packing) }.run(check(name))
    }

    @Test("One place serves all checks, twice")
    func together() async throws {
        let hub = MemoryHub()
        for _ in 0..<2 { try await checkTransport { MemoryTransport(hub) } }
    }

    @Test("Each broken transport is found", arguments: BrokenTransport.Defect.allCases)
    func broken(_ defect: BrokenTransport.Defect) async throws {
        let hub = MemoryHub(ordering: defect == .ordersAnew ? .total : .causal)
        let shared = BrokenTransport.Shared()
        await #expect(throws: SyncTransportViolation.self) {
            try await checkTransport { BrokenTransport(base: MemoryTransport(hub), defect: defect, shared: shared) }
        }
    }
}
