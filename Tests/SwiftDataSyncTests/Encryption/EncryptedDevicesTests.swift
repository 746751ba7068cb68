#if canImport(CryptoKit) || SyncEncryption
    import Foundation
    import SwiftData
    import SwiftDataSync
    import Testing

    /// Devices with the shipped keyring.
    @Suite(.timeLimit(.minutes(30))) struct EncryptedDevicesTests {
        @Test func devicesWithAKeyringAreEqualAndChangeTheirKey() async throws {
            let hub = MemoryHub()
            let first = try SealingKey(SealingKey.randomBytes(), number: 1)
            let second = try SealingKey(SealingKey.randomBytes(), number: 2)
            let keyrings = [SyncKeyring(first), SyncKeyring(first)]
            let devices = try keyrings.map { keyring in
                try ClientDevice(MemoryTransport(hub)) { $0.sealing = keyring }
            }
            let chart = Data("MARKER".utf8) + Data(repeating: 3, count: 4_000)
            try devices[0].edit { context in
                let harbor = SyncHarbor("MARKER-KIE", "MARKER-Kiel")
                harbor.chart = chart
                context.insert(harbor)
            }
            try await syncUntilIdle(devices[0], devices[1])
            #expect(try devices[1].harbors() == ["MARKER-KIE": "MARKER-Kiel"])
            keyrings[0].add(second)
            try keyrings[0].setCurrent(second.name)
            try devices[0].edit { $0.insert(SyncHarbor("MARKER-HAM", "MARKER-Hamburg")) }
            try await syncUntilIdle(devices[0], devices[1])
            #expect(devices[1].engine.state.sealedRecords == 1)
            keyrings[1].add(second)
            try await devices[1].engine.fetchChanges()
            #expect(try devices[1].harbors() == devices[0].harbors())
            let charts = try devices[1].read { try $0.fetch(FetchDescriptor<SyncHarbor>()).compactMap(\.chart) }
            #expect(charts == [chart])
            #expect(hub.packets.allSatisfy { Data($0.bytes).range(of: Data("MARKER".utf8)) == nil })
        }
    }
#endif
