import Foundation
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Connections that are used again, that die while nobody uses them, and that end with their transport.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(15)))
struct HTTPConnectionTests {
    private let peer: HTTPPeer

    init() throws {
        peer = try HTTPPeer()
        try peer.set(["keeps": true])
    }

    @Test func callsUseAConnectionAgain() async throws {
        let transport = try peer.transport()
        for number in 1...4 {
            try await transport.send([httpPacket(UInt64(number))])
            #expect(try await transport.all().count == number)
        }
        #expect(try peer.requests("POST packets").count == 4)
        #expect(Set(try peer.requests("GET packets").map(\.port)).count == 1)
    }

    /// The server closes the connection without a word when it has answered. A call that meets the end of the connection may fail,
    /// but is not repeated behind the program's back, and no body is cut.
    @Test func aConnectionThatHasDiedLosesNothing() async throws {
        let transport = try peer.transport()
        var (calls, sent) = (0, [SyncPacket]())
        for number in 1...40 {
            try peer.fail("GET zone", "hang-up")
            _ = try await transport.account()
            let packet = httpPacket(UInt64(number), size: 100_000)
            calls += 1
            let error = await httpError { try await transport.send([packet]) }
            if error == nil { sent.append(packet) } else { #expect(error?.code == .unreachable) }
        }
        let requests = try peer.requests("POST packets")
        #expect(requests.count <= calls)
        #expect(requests.allSatisfy { $0.headers["Content-Length"].flatMap { Int($0) }.map { $0 > 100_000 } == true })
        let arrived = Set(try await transport.all().map(\.sequence))
        #expect(sent.allSatisfy { arrived.contains($0.sequence) })
    }

    #if os(Linux)
        @Test func aTransportThatIsReleasedLeavesNoConnectionAndNoThread() async throws {
            _ = try await peer.transport().account()
            let threads = try loops()
            for _ in 0..<20 {
                let transport = try peer.transport()
                let notices = transport.notices()
                _ = try await transport.account()
                for await _ in notices { break }
                #expect(try connections() >= 1)
                withExtendedLifetime(transport) {}
            }
            #expect(try await eventually { try connections() == 0 })
            // Less than one for each transport: a thread that all of them share may have got its name late.
            #expect(try loops() < threads + 20)
        }

        @Test func aCallThatIsCancelledLeavesNoConnection() async throws {
            let transport = try peer.transport()
            for _ in 0..<10 {
                try peer.fail("GET zone", "slow", ["delay": 100_000])
                let count = try peer.requests("GET zone").count
                let task = Task { try await transport.account() }
                while try peer.requests("GET zone").count == count { try await Task.sleep(for: .milliseconds(20)) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(try await eventually { try connections() == 0 })
        }

        /// The number of connections to the server that this side has not closed.
        private func connections() throws -> Int {
            // Foundation reads the beginning alone of a file that has a size of nothing.
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/net/tcp"))
            let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            let port = String(peer.port, radix: 16, uppercase: true)
            return table.split(separator: "\n").dropFirst().count { line in
                let words = line.split(separator: " ")
                // Established, and closed by the other side alone.
                return words.count > 3 && words[2].hasSuffix(":" + port) && ["01", "08"].contains(words[3])
            }
        }

        /// The number of threads that serve connections.
        private func loops() throws -> Int {
            let tasks = URL(filePath: "/proc/self/task")
            return try FileManager.default.contentsOfDirectory(atPath: tasks.path).count { task in
                // A thread may have ended meanwhile.
                let name = try? String(contentsOf: tasks.appending(path: "\(task)/comm"), encoding: .utf8)
                return name?.hasPrefix("NIO-") == true
            }
        }
    #endif
}
