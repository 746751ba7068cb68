import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// The promises of transports, and engines, over HTTP.
@Suite(.enabled(if: HTTPPeer.isAvailable, "needs python3"), .timeLimit(.minutes(30)))
struct HTTPConformanceTests {
    @Test func theTransportKeepsThePromisesOfTransports() async throws {
        let peer = try HTTPPeer()
        try await checkTransport { try peer.transport() }
    }

    @Test func itKeepsThemWithSmallMessagesSmallPartsAndWithoutGzip() async throws {
        let peer = try HTTPPeer()
        try peer.set(["gzip": false, "most": 3])
        try await checkTransport {
            try peer.transport {
                $0.compressionThreshold = 0
                $0.maximumMessageBytes = 2 << 20
                $0.partBytes = 300_000
            }
        }
        #expect(try peer.requests("PUT values").count > 4)
    }

    @Test func twoStoresBecomeEqualWithALargeValue() async throws {
        let peer = try HTTPPeer(token: "secret-token")
        let (a, b) = (
            try ClientDevice(peer.transport(token: "secret-token")),
            try ClientDevice(peer.transport(token: "secret-token"))
        )
        let chart = httpBytes(200_000)
        try a.edit { context in
            let harbor = SyncHarbor("KIE", "Kiel")
            harbor.chart = chart
            context.insert(harbor)
            for number in 0..<50 { context.insert(SyncBerth("berth \(number)", harbor)) }
        }
        try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await syncUntilIdle(a, b)
        try a.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "HAM" }?.city = "Altona" }
        try await syncUntilIdle(a, b)
        for device in [a, b] {
            #expect(try device.harbors() == ["KIE": "Kiel", "HAM": "Altona"])
            try device.read { context in
                let kiel = try context.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "KIE" }
                #expect(kiel?.chart == chart)
                #expect(kiel?.berths.count == 50)
            }
        }
        // A new client asks for nothing that it has.
        let (values, pushes) = (try peer.requests("GET values").count, try peer.requests("POST packets").count)
        try await syncUntilIdle(a, b)
        #expect(try peer.requests("GET values").count == values)
        #expect(try peer.requests("POST packets").count == pushes)
    }

    @Test func storesBecomeEqualThroughAServerThatFailsInManyWays() async throws {
        let peer = try HTTPPeer()
        let devices = try (0..<2).map { _ in try ClientDevice(peer.transport()) }
        let faults: [(String, String, [String: any Sendable])] = [
            ("POST packets", "cut-request", ["bytes": 40]), ("POST packets", "drop-answer", [:]),
            ("POST packets", "twice", [:]),
            ("GET packets", "cut", ["bytes": 70]), ("GET packets", "stale", [:]), ("GET packets", "drop", [:]),
            ("POST packets", "status", ["status": 500]), ("GET zone", "status", ["status": 502, "version": ""]),
            ("GET packets", "status", ["status": 200, "body": "{]"]),
        ]
        var cities: [String: String] = [:]
        for (round, fault) in faults.enumerated() {
            try peer.fail(fault.0, fault.1, fault.2)
            for (index, device) in devices.enumerated() {
                let code = "\(round)-\(index)"
                cities[code] = "city \(code)"
                try device.edit { $0.insert(SyncHarbor(code, "city \(code)")) }
                // A round may fail; nothing may be lost by that.
                try? await device.sync()
            }
        }
        try await syncUntilIdle(devices[0], devices[1])
        for device in devices { #expect(try device.harbors() == cities) }
        let sent = try await peer.transport().all()
        #expect(Set(sent.map { "\($0.device.rawValue) \($0.sequence)" }).count == sent.count)
    }

    @Test func aDeviceWakesTheOtherOneByAnEvent() async throws {
        let peer = try HTTPPeer()
        let automatic: (inout SyncConfiguration) -> Void = {
            $0.isAutomatic = true
            $0.sendDelay = .milliseconds(10)
            // No fetch comes by itself within the test.
            $0.fetchInterval = .seconds(3_600)
        }
        let (a, b) = (try ClientDevice(peer.transport(), automatic), try ClientDevice(peer.transport(), automatic))
        #expect(
            try await eventually { try b.engine.state.lastFetch != nil && peer.requests("GET events").count == 2 }
        )
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        #expect(try await eventually { try b.harbors() == ["KIE": "Kiel"] })
        try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first?.city = "Holtenau" }
        #expect(try await eventually { try a.harbors() == ["KIE": "Holtenau"] })
    }
}
