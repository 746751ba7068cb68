import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import SyncSimulation
import TestSupport
import Testing

/// A server that changes, moves, repeats and makes up what devices have sealed.
@Suite(.timeLimit(.minutes(30))) struct ClientTamperingTests {
    /// The packets of a device that saves two harbors, and then another city of the first one.
    private func packets() async throws -> [SyncPacket] {
        let hub = MemoryHub()
        let device = try SealedDevices.device(MemoryTransport(hub), TestSealing(1))
        try device.edit { context in
            context.insert(SyncHarbor("KIE", "Kiel"))
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await device.sync()
        try device.change("KIE") { $0.city = "Kiel 2" }
        try await device.sync()
        return hub.packets
    }

    private func receiver(_ packets: [SyncPacket]) async throws -> ClientDevice {
        let hub = MemoryHub()
        try hub.send(packets)
        let device = try SealedDevices.device(MemoryTransport(hub), TestSealing(1))
        try await device.engine.fetchChanges()
        return device
    }

    @Test func aValueThatWasChangedIsRefused() async throws {
        let sent = try await packets()
        let changed = try SealedDevices.changed([sent[1]]) { value, _ in
            guard case .sealed(let sealed) = value else { return value }
            var bytes = sealed.bytes
            bytes[bytes.count - 1] ^= 1
            return .sealed(SealedValue(key: sealed.key, bytes: bytes))
        }
        let device = try await receiver([sent[0]] + changed)
        #expect(try device.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"])
        #expect(device.sealingEvents == ["refused SyncHarbor.city notAuthentic 1"])
        #expect(device.engine.state.heldRows == 0 && device.engine.state.sealedRecords == 0)
    }

    @Test func aValueThatWasMovedToAnotherPropertyOrRecordIsRefused() async throws {
        let sent = try await packets()
        // All values of the first packet trade places: what was at one place is at another one. Dictionaries of the same content
        // have different orders, so the places are put in order here.
        let key = TestSealing(1).currentKey
        var values: [[UInt8]: SyncValue] = [:]
        _ = try SealedDevices.changed([sent[0]]) { value, place in
            values[place.binding(key)] = value
            return value
        }
        let places = values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        try #require(places.count > 3)
        for shift in 1...3 {
            let sources = Dictionary(uniqueKeysWithValues: zip(places, places.dropFirst(shift) + places.prefix(shift)))
            let moved = try SealedDevices.changed([sent[0]]) { _, place in
                sources[place.binding(key)].flatMap { values[$0] }
            }
            let device = try await receiver(moved)
            #expect(try device.harbors() == [:])
            #expect(device.sealingEvents.count >= 2 && device.sealingEvents.allSatisfy { $0.contains("notAuthentic") })
        }
    }

    @Test func aValueThatWasGivenALaterClockIsRefused() async throws {
        let sent = try await packets()
        var changes = try sent[0].changes()
        for (id, part) in changes.records {
            var later = part
            for (name, property) in part.properties {
                guard let written = property.written else { continue }
                let clock = HybridClock(time: written.clock.time + 1 << 40, device: written.clock.device)
                later.properties[name] = PropertyState(written: Register(clock: clock, value: written.value))
                later.edited = max(later.edited ?? clock, clock)
            }
            changes.records[id] = later
        }
        let device = try await receiver([SyncPacket(changes), sent[1]])
        // The server has kept the values of the first packet to itself; it has not brought them back over the second one.
        #expect(device.sealingEvents.contains("refused SyncHarbor.city notAuthentic 2"))
        #expect(try device.harbors() == [:])
    }

    @Test func whatIsRepeatedOrOldChangesNothing() async throws {
        let sent = try await packets()
        let old = try sent[0].changes()
        let repeated = ChangeSet(device: DeviceNumber(5), sequence: 9, records: old.records)
        let device = try await receiver(sent + [SyncPacket(repeated)])
        #expect(try device.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"])
        #expect(device.sealingEvents == [])
    }

    @Test func valuesInTheOpenOfAnyKindAreRefused() async throws {
        let sent = try await packets()
        let city = PropertyState(
            written: Register(
                clock: HybridClock(milliseconds: 1 << 45, device: DeviceNumber(5)),
                value: .string("made up")
            )
        )
        let visits: [PropertyState] = [
            PropertyState(
                greatest: Register(clock: HybridClock(milliseconds: 9, device: DeviceNumber(5)), value: .int(99))
            ),
            PropertyState(
                greatestCandidates: Candidates([
                    Register(clock: HybridClock(milliseconds: 9, device: DeviceNumber(5)), value: .int(99))
                ])
            ),
            PropertyState(counts: CounterState([DeviceNumber(5): .init(sequence: 1, count: 99)])),
        ]
        for (number, visits) in visits.enumerated() {
            var changes = ChangeSet(device: DeviceNumber(5), sequence: UInt64(number + 1))
            for id in try sent[0].changes().records.keys where id.entity == "SyncHarbor" {
                changes.add(RecordState(properties: ["city": city, "visits": visits]), to: id)
            }
            let device = try await receiver(sent + [SyncPacket(changes)])
            #expect(try device.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"])
            #expect(try device.visits() == ["KIE": 0, "HAM": 0])
            #expect(device.sealingEvents == ["refused SyncHarbor.city open 2", "refused SyncHarbor.visits open 2"])
        }
    }

    @Test func theIdentityOfARecordInAnAttributeIsRefused() async throws {
        let sent = try await packets()
        let city = PropertyState(
            written: Register(
                clock: HybridClock(milliseconds: 1 << 45, device: DeviceNumber(5)),
                value: .reference(RecordID(entity: "SyncHarbor", uuid: UUIDBits(high: 7, low: 7)))
            )
        )
        var changes = ChangeSet(device: DeviceNumber(5), sequence: 1)
        for id in try sent[0].changes().records.keys where id.entity == "SyncHarbor" {
            changes.add(RecordState(properties: ["city": city]), to: id)
        }
        let device = try await receiver(sent + [SyncPacket(changes)])
        #expect(device.sealingEvents == ["refused SyncHarbor.city open 2"])
        #expect(try device.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"])
        // The value that was sealed is still the newest one.
        try device.change("KIE") { $0.city = "Kiel 3" }
        try await device.sync()
        #expect(try device.harbors() == ["KIE": "Kiel 3", "HAM": "Hamburg"])
    }

    @Test func aKeyThatComesWhileARoundReadsIsNotTooLate() async throws {
        let (sent, keys) = (try await packets(), TestSealing(2))
        let hub = MemoryHub()
        try hub.send(sent)
        keys.addLate(1)
        let device = try SealedDevices.device(MemoryTransport(hub), keys)
        try await device.engine.fetchChanges()
        #expect(try device.harbors() == ["KIE": "Kiel 2", "HAM": "Hamburg"])
        #expect(device.engine.state.sealedRecords == 0 && device.engine.state.heldRows == 0)
    }

    @Test func aValueThatCannotBeOpenedByItsKeyStaysOut() async throws {
        let (sent, keys) = (try await packets(), TestSealing(2))
        let hub = MemoryHub()
        let changed = try SealedDevices.changed([sent[0]]) { value, place in
            guard case .sealed(let sealed) = value, place.property == "city" else { return value }
            return .sealed(SealedValue(key: sealed.key, bytes: [1, 2, 3]))
        }
        try hub.send(changed)
        let device = try SealedDevices.device(MemoryTransport(hub), keys)
        try await device.engine.fetchChanges()
        #expect(device.engine.state.sealedRecords == 2)
        // The bytes were kept, and turn out to be nobody's when the key is there.
        keys.add(1)
        try await device.engine.fetchChanges()
        #expect(device.sealingEvents.contains("refused SyncHarbor.city notAuthentic 2"))
        #expect(try device.harbors() == [:] && device.engine.state.heldRows == 2)
        device.log.clear()
        try await device.engine.fetchChanges()
        #expect(device.sealingEvents == [])
    }
}
