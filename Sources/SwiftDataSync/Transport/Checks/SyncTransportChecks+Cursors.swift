import Foundation
import SwiftDataSyncCore

extension SyncTransportChecks {
    static let cursorChecks = [
        Check(name: "A limit splits packets, and loses and repeats none") { probe in
            let transport = try await probe.connect()
            let sent = (1...20).map { probe.packet($0, size: 100) }
            let start = try await probe.drain(transport).cursor
            try await transport.send(sent)
            for limit in [1, 100, 250, 2_000] {
                let found = try await probe.drain(transport, after: start, limit: limit).packets
                try probe.expect(found, toBe: sent, "With the limit \(limit)")
            }
            let first = try await transport.fetch(after: start, for: probe.reader, limit: 250)
            let size = first.packets.reduce(0) { $0 + $1.bytes.count }
            try probe.expect(
                size <= 250 && first.moreComing,
                "The limit 250 gave \(size) bytes, more to come: \(first.moreComing)"
            )
        },
        Check(name: "Packets that are sent between two fetches arrive") { probe in
            let transport = try await probe.connect()
            var cursor = try await probe.drain(transport).cursor
            var found: [SyncPacket] = []
            for sequence in UInt64(1)...20 {
                try await transport.send([probe.packet(2 * sequence - 1), probe.packet(2 * sequence)])
                let fetched = try await transport.fetch(after: cursor, for: probe.reader, limit: 60)
                found += fetched.packets.filter { $0.device == probe.sender }
                cursor = fetched.cursor
            }
            found += try await probe.drain(transport, after: cursor).packets
            try probe.expect(found, toBe: (1...40).map { probe.packet($0) }, "After all fetches")
        },
        Check(name: "A cursor can be kept, and used again by another connection") { probe in
            let transport = try await probe.connect()
            try await transport.send([probe.packet(1)])
            let cursor = try await probe.drain(transport).cursor
            try await transport.send([probe.packet(2)])
            let kept = try JSONDecoder().decode(SyncCursor.self, from: JSONEncoder().encode(cursor))
            for _ in 0..<2 {
                let found = try await probe.drain(probe.connect(), after: kept).packets
                try probe.expect(found, toBe: [probe.packet(2)], "After the kept cursor")
            }
            let all = try await probe.drain(probe.connect()).packets
            try probe.expect(all, toBe: [probe.packet(1), probe.packet(2)], "From the beginning")
        },
        Check(name: "A cursor of another transport is refused") { probe in
            let transport = try await probe.connect()
            let cursor = SyncCursor(bytes: Data("no cursor of any transport".utf8))
            try await probe.expect(.cursorInvalid, "A cursor with other bytes") {
                _ = try await transport.fetch(after: cursor, for: probe.reader, limit: 100)
            }
        },
        Check(name: "A device fetches the packets of the other devices") { probe in
            let transport = try await probe.connect()
            let start = try await probe.drain(transport).cursor
            let own = SyncPacket(device: probe.reader, sequence: 1, bytes: [1, 2, 3])
            try await transport.send([own])
            try await transport.send([probe.packet(1)])
            let found = try await probe.drain(transport, after: start).packets
            try probe.expect(found, toBe: [probe.packet(1)], "Beside a packet of its own")
        },
    ]
}
