import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// A server that fails, and answers that no server of the protocol sends.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(30)))
struct HTTPFaultTests {
    private let peer: HTTPPeer

    init() throws { peer = try HTTPPeer() }

    @Test func aServerThatRestartsKeepsWhatItHasAcknowledged() async throws {
        let transport = try peer.transport()
        try await transport.send([httpPacket(1)])
        let cursor = try await transport.fetch(after: nil, for: httpReader, limit: 1_000).cursor
        peer.stop()
        let error = await httpError { try await transport.send([httpPacket(2)]) }
        #expect(error?.code == .unreachable)
        #expect(error?.isWorthRetrying == true)
        try peer.start()
        try await transport.send([httpPacket(1), httpPacket(2)])
        let fetched = try await transport.fetch(after: cursor, for: httpReader, limit: 1_000)
        #expect(fetched.packets == [httpPacket(2)])
    }

    @Test(arguments: [429, 503]) func callsWaitForTheTimeThatTheServerAsksFor(_ status: Int) async throws {
        let transport = try peer.transport()
        try peer.fail("GET packets", "status", ["status": status, "headers": ["Retry-After": "200"]])
        let error = await httpError { _ = try await transport.all() }
        #expect(error?.code == .unreachable)
        #expect(error?.retryAfter == .seconds(200))
        let early = await httpError { try await transport.send([httpPacket(1)]) }
        #expect(early?.code == .unreachable)
        #expect((early?.retryAfter).map { $0 > .zero && $0 <= .seconds(200) } == true)
        #expect(try peer.requests("POST packets").isEmpty)
    }

    @Test func callsGoOnAfterTheTimeThatTheServerAsksFor() async throws {
        let transport = try peer.transport()
        try peer.fail("GET packets", "status", ["status": 503, "headers": ["Retry-After": "1"]])
        #expect(await httpError { _ = try await transport.all() }?.retryAfter == .seconds(1))
        try await Task.sleep(for: .seconds(1))
        try await transport.send([httpPacket(1)])
        #expect(try await transport.all() == [httpPacket(1)])
    }

    @Test func aTimeThatIsTooLongIsCutAndAWrongOneIsNone() async throws {
        for (text, time) in [("99999999", Duration.seconds(300)), ("-5", nil), ("Wed, 21 Oct 2015 07:28:00 GMT", nil)] {
            try peer.fail("GET zone", "status", ["status": 503, "headers": ["Retry-After": text]])
            let transport = try peer.transport()
            let error = await httpError { _ = try await transport.account() }
            #expect(error?.retryAfter == time)
        }
    }

    @Test(arguments: [0, 20, 60, 900]) func aMessageThatIsCutIsNoData(_ count: Int) async throws {
        let transport = try peer.transport()
        try await transport.send((1...5).map { httpPacket($0) })
        try peer.fail("GET packets", "cut", ["bytes": count])
        #expect(await httpError { _ = try await transport.all() }?.code == .unreachable)
        #expect(try await transport.all() == (1...5).map { httpPacket($0) })
    }

    @Test func aBodyThatIsCutOnItsWayToTheServerIsSentAgain() async throws {
        let transport = try peer.transport()
        for (number, fault) in ["cut-request", "drop", "drop-answer"].enumerated() {
            let packet = httpPacket(UInt64(number + 1), size: 5_000)
            try peer.fail("POST packets", fault, ["bytes": 100])
            #expect(await httpError { try await transport.send([packet]) }?.code == .unreachable)
            // The request was not repeated, and not without its body, for which the server would wait.
            #expect(try peer.requests("POST packets").count == 2 * number + 1)
            let before = try await transport.all().count
            #expect(before == (fault == "drop-answer" ? number + 1 : number))
            try await transport.send([packet])
            #expect(try await transport.all().count == number + 1)
        }
    }

    /// The answer takes longer than the time without any byte, of which no pause comes near.
    @Test func aSlowAnswerArrives() async throws {
        let transport = try peer.transport { $0.idleTimeout = .seconds(12) }
        let packet = httpPacket(1, size: 700)
        try await transport.send([packet])
        try peer.fail("GET packets", "slow", ["drip": 10, "pause": 0.2])
        let start = ContinuousClock.now
        #expect(try await transport.all() == [packet])
        #expect(.now - start > .seconds(12))
    }

    @Test func anAnswerThatStopsFails() async throws {
        let transport = try peer.transport { $0.idleTimeout = .seconds(3) }
        try peer.fail("GET packets", "slow", ["delay": 100_000])
        #expect(await httpError { _ = try await transport.all() }?.code == .unreachable)
    }

    @Test func anAnswerThatNeverEndsFailsAfterATime() async throws {
        let transport = try peer.transport { $0.callTimeout = .seconds(2) }
        try peer.fail("GET packets", "endless")
        #expect(await httpError { _ = try await transport.all() }?.code == .unreachable)
    }

    @Test func aTaskThatIsCancelledEndsItsCall() async throws {
        let transport = try peer.transport()
        try peer.fail("GET zone", "slow", ["delay": 100_000])
        let task = Task { try await transport.account() }
        while try peer.requests("GET zone").isEmpty { try await Task.sleep(for: .milliseconds(50)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func answersThatAreNotOfTheProtocolAreTriedAgain() async throws {
        let transport = try peer.transport()
        let bodies = [
            "", "{}", "{]", "<html>Log in to the network</html>", #"{"taken": -1}"#, #"{"taken": 2}"#,
            #"{"taken": "1"}"#,
        ]
        for body in bodies {
            try peer.fail("POST packets", "status", ["status": 200, "body": body])
            #expect(await httpError { try await transport.send([httpPacket(1)]) }?.code == .unreachable, "\(body)")
        }
        for body in ["", "OSDSYNC\n", "no packets"] {
            let headers = ["OSD-Sync-Position": "p1", "OSD-Sync-More": "false"]
            try peer.fail("GET packets", "status", ["status": 200, "body": body, "headers": headers])
            #expect(await httpError { _ = try await transport.all() }?.code == .unreachable, "\(body)")
        }
        for headers in [
            ["OSD-Sync-More": "false"], ["OSD-Sync-Position": "p 1", "OSD-Sync-More": "false"],
            ["OSD-Sync-Position": "p1"],
        ] {
            try peer.fail("GET packets", "status", ["status": 200, "headers": headers])
            #expect(await httpError { _ = try await transport.all() }?.code == .unreachable, "\(headers)")
        }
        for body in [#"{"account": ""}"#, #"{"account": "a b"}"#, #"{"account": 5}"#, "[]"] {
            try peer.fail("GET zone", "status", ["status": 200, "body": body])
            #expect(await httpError { _ = try await transport.account() }?.code == .unreachable, "\(body)")
        }
        #expect(try await transport.account() == "account-1")
    }

    @Test func anAnswerWithoutAVersionIsNotFromTheServer() async throws {
        let transport = try peer.transport()
        try peer.fail("GET zone", "status", ["status": 200, "body": #"{"account": "portal"}"#, "version": ""])
        #expect(await httpError { _ = try await transport.account() }?.code == .unreachable)
        try peer.fail("GET zone", "status", ["status": 200, "body": #"{"account": "later"}"#, "version": "2"])
        #expect(await httpError { _ = try await transport.account() }?.code == .versionTooNew)
        try peer.fail("GET zone", "status", ["status": 400, "body": #"{"code": "version-unsupported"}"#])
        #expect(await httpError { _ = try await transport.account() }?.code == .versionTooNew)
    }

    @Test func moreThatNeverComesIsAnError() async throws {
        let transport = try peer.transport()
        try await transport.send([httpPacket(1)])
        let cursor = try await transport.fetch(after: nil, for: httpReader, limit: 1_000).cursor
        let headers = ["OSD-Sync-Position": "p1", "OSD-Sync-More": "true"]
        let body = String(decoding: SyncPacketMessage.encode([]), as: UTF8.self)
        try peer.fail("GET packets", "status", ["status": 200, "body": body, "headers": headers])
        #expect(
            await httpError { _ = try await transport.fetch(after: cursor, for: httpReader, limit: 9) }?.code
                == .unreachable
        )
    }

    @Test func bodiesWithoutAnEndAndBombsAreRefused() async throws {
        let transport = try peer.transport { $0.maximumMessageBytes = 1 << 20 }
        for (fault, more) in [("unbounded", [:]), ("bomb", ["megabytes": 64])] as [(String, [String: any Sendable])] {
            for request in ["GET packets", "GET zone"] {
                try peer.fail(request, fault, more)
                let error = await httpError {
                    if request == "GET zone" {
                        _ = try await transport.account()
                    } else {
                        _ = try await transport.all()
                    }
                }
                #expect(error?.code == .refused, "\(fault) \(request)")
            }
        }
        #expect(try await transport.all().isEmpty)
    }

    @Test func aPositionThatTheServerHasForgottenIsSaidToBeInvalid() async throws {
        let transport = try peer.transport()
        try await transport.send((1...4).map { httpPacket($0) })
        let cursor = try await transport.fetch(after: nil, for: httpReader, limit: 300).cursor
        try peer.set(["first": 3])
        let error = await httpError { _ = try await transport.fetch(after: cursor, for: httpReader, limit: 300) }
        #expect(error?.code == .cursorInvalid)
        #expect(try await transport.all() == [httpPacket(4)])
    }

    @Test(
        arguments: [
            (507, "", SyncTransportError.Code.storageFull), (500, "", .unreachable), (502, "", .unreachable),
            (404, "zone-missing", .refused), (403, "forbidden", .refused), (410, "other", .refused),
            (409, "", .refused),
            (409, "account-changed", .accountChanged), (418, "value-missing", .refused), (422, "damaged", .unreachable),
            (404, "value-missing", .blobMissing),
        ]
    )
    func aStatusIsAnErrorOfTransports(_ status: Int, _ code: String, _ expected: SyncTransportError.Code) async throws {
        let transport = try peer.transport()
        let body = #"{"code": "\#(code)", "message": "secret of the server"}"#
        try peer.fail("GET packets", "status", ["status": status, "body": body])
        let error = await httpError { _ = try await transport.all() }
        #expect(error?.code == expected)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func aMessageThatIsTooLargeIsSentInParts() async throws {
        let transport = try peer.transport()
        try peer.set(["message": 3_000])
        try await transport.send((1...30).map { httpPacket($0, size: 500) })
        #expect(try await transport.all() == (1...30).map { httpPacket($0, size: 500) })
        #expect(await httpError { try await transport.send([httpPacket(31, size: 4_000)]) }?.code == .refused)
    }
}
