import SwiftDataSyncCore

extension SyncTransportChecks {
    static let deliveryChecks = [
        Check(name: "A sent packet arrives once, with its bytes") { probe in
            let (writer, reader) = (try await probe.connect(), try await probe.connect())
            let start = try await probe.drain(reader).cursor
            let sent = (1...3).map { probe.packet($0) } + [probe.packet(4, size: 0), probe.packet(5, size: 1 << 20)]
            try await writer.send(sent)
            let found = try await probe.drain(reader, after: start)
            try probe.expect(found.packets, toBe: sent, "After one call")
            try probe.expect(try await probe.drain(reader, after: found.cursor).packets, toBe: [], "A second fetch")
            try await writer.send([])
        },
        Check(name: "A packet that is sent twice arrives once") { probe in
            let transport = try await probe.connect()
            let start = try await probe.drain(transport).cursor
            try await transport.send([probe.packet(1), probe.packet(2)])
            try await transport.send([probe.packet(2), probe.packet(3)])
            let found = try await probe.drain(transport, after: start)
            try probe.expect(found.packets, toBe: (1...3).map { probe.packet($0) }, "Two calls share a packet")
            try await probe.connect().send((1...3).map { probe.packet($0) })
            try probe.expect(
                try await probe.drain(transport, after: found.cursor).packets,
                toBe: [],
                "After a third call"
            )
        },
        Check(name: "Other bytes under a number that is taken are refused") { probe in
            let transport = try await probe.connect()
            try await transport.send([probe.packet(1)])
            try await probe.expect(.sequenceTaken, "Another packet 1") {
                try await probe.connect().send([probe.packet(1, size: 41)])
            }
            try probe.expect(try await probe.drain(transport).packets, toBe: [probe.packet(1)], "After the refusal")
        },
        Check(name: "Packets of many devices at the same time all arrive") { probe in
            let devices = (0..<4).map { DeviceNumber(probe.sender.rawValue ^ $0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in devices {
                    group.addTask {
                        let transport = try await probe.connect()
                        for sequence in UInt64(1)...25 {
                            try await transport.send([probe.packet(sequence, of: device)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let wanted = devices.flatMap { device in (1...25).map { probe.packet($0, of: device) } }
            let found = try await probe.drain(probe.connect(), of: Set(devices)).packets
            try probe.expect(found, toBe: wanted, "After all calls")
        },
        Check(name: "A late packet arrives along the same cursors") { probe in
            let transport = try await probe.connect()
            // A server with one order may refuse a sequence before the ones that it follows.
            guard transport.ordering == .causal else { return }
            var cursor = try await probe.drain(transport).cursor
            for sequences in [[5], [2, 3], [1], [9], [4, 6, 7, 8]] as [[UInt64]] {
                let sent = sequences.map { probe.packet($0) }
                try await transport.send(sent)
                let found = try await probe.drain(transport, after: cursor)
                try probe.expect(found.packets, toBe: sent, "After packets \(sequences)")
                cursor = found.cursor
            }
        },
        Check(name: "All readers get one order") { probe in
            let transport = try await probe.connect()
            guard transport.ordering == .total else { return }
            let other = DeviceNumber(probe.sender.rawValue ^ 1)
            for sequence in UInt64(1)...10 {
                try await transport.send([probe.packet(sequence)])
                try await transport.send([probe.packet(sequence, of: other)])
            }
            let devices: Set = [probe.sender, other]
            let whole = try await probe.drain(transport, of: devices).packets
            let parts = try await probe.drain(probe.connect(), limit: 90, of: devices).packets
            try probe.expect(whole == parts, "Fetches of different sizes have different orders")
            let sent = (1...10).flatMap { [probe.packet($0), probe.packet($0, of: other)] }
            try probe.expect(whole == sent, "The order is not the one in which the calls have ended")
        },
    ]
}
