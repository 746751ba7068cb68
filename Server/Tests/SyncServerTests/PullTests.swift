import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Fetching packets.
@Suite struct PullTests {
    @Test(arguments: TestPlace.Kind.all)
    func pagesHaveTheirLimitAndAreOneOrder(kind: TestPlace.Kind) async throws {
        try await withServer(kind) { server in
            let packets = (UInt64(1)...40).map { testPacket(($0 + 1) / 2, size: 100, device: 1 + $0 % 2) }
            _ = try await server.push(packets)
            for limit in [1, 123, 124, 400, 1_000_000] {
                #expect(try await server.all("limit=\(limit)") == packets, "limit \(limit)")
                let page = try await server.pull("?limit=\(limit)")
                // One packet comes in any case; each counts 24 more bytes.
                #expect(page.packets.count == min(40, max(1, limit / 124)), "limit \(limit)")
                #expect(page.more == (page.packets.count < 40))
            }
            let others = try await server.all("limit=300&device=0000000000000002")
            #expect(others == packets.filter { $0.device != DeviceNumber(2) })
            let own = try await server.pull("?device=0000000000000001&limit=1000000")
            #expect(own.packets.count == 20 && !own.more)
            // Nothing follows, and the position stays.
            let end = try await server.pull("?after=\(own.position)")
            #expect(end.packets.isEmpty && end.position == own.position && !end.more)
        }
    }

    @Test func aPageHasNoMoreBytesThanTheServerSends() async throws {
        try await withServer {
            $0.pageBytes = 1_000
        } _: { server in
            _ = try await server.push((1...10).map { testPacket($0, size: 300) })
            let page = try await server.pull("?limit=16000000")
            #expect(page.packets.count == 3 && page.more)
            #expect(try await server.all("limit=16000000").count == 10)
        }
    }

    @Test func positionsOfOtherLogsAndOtherTextsAreRefused() async throws {
        try await withServer { server in
            _ = try await server.push([testPacket(1)])
            let position = try await server.pull().position
            let bert = try await server.store.addUser("bert", zone: "trips")
            let foreign = try await server.pull(token: bert).position
            let mark = position.prefix { $0 != "-" }
            let wrong = [
                foreign, "0", "x", "\(mark)-2", "\(mark)--1", "\(mark)-", "\(mark)-1.0", "\(mark)-0.0", "\(mark)-1.1.1",
                "\(mark)-99999999999999999999", "\(mark)-+1", "\(mark)-%20", String(repeating: "9", count: 600),
            ]
            for text in wrong {
                let answer = try await server.send(.get, "/packets?after=\(text)")
                #expect(answer.status == .gone && answer.code == "cursor-invalid", "\(text)")
            }
            #expect(try await server.send(.get, "/packets?after=\(position)").status == .ok)
            for query in ["limit=0", "limit=-1", "limit=x", "device=1", "device=000000000000000G"] {
                #expect(try await server.send(.get, "/packets?\(query)").code == "bad-request", "\(query)")
            }
        }
    }

    @Test func aNewAccountMakesOldPositionsInvalid() async throws {
        try await withServer { server in
            _ = try await server.push([testPacket(1)])
            let position = try await server.pull().position
            try await server.store.renewAccounts()
            #expect(try await server.send(.get, "/packets?after=\(position)").code == "cursor-invalid")
            #expect(try await server.all() == [testPacket(1)])
        }
    }
}
