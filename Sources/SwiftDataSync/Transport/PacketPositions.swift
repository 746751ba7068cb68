import Foundation
import SwiftDataSyncCore

/// The packets that have been delivered: of each device the ranges of sequences, with gaps where packets are missing.
///
/// A gap is filled when its packet arrives, however late.
struct PacketPositions: Hashable, Sendable {
    /// Sorted, and neither overlapping nor adjacent.
    private var ranges: [DeviceNumber: [ClosedRange<UInt64>]] = [:]

    /// The first byte of cursors of this kind.
    private static let kind: UInt8 = 1

    init() {}

    /// The index of the last range that begins at a sequence or before it.
    private func index(_ ranges: [ClosedRange<UInt64>], _ sequence: UInt64) -> Int? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= sequence { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    func contains(_ sequences: ClosedRange<UInt64>, of device: DeviceNumber) -> Bool {
        guard let ranges = ranges[device], let found = index(ranges, sequences.lowerBound) else { return false }
        return ranges[found].upperBound >= sequences.upperBound
    }

    func contains(_ packet: SyncPacket) -> Bool { contains(packet.sequence...packet.sequence, of: packet.device) }

    /// Adds a packet, and returns false where it has been there.
    @discardableResult
    mutating func insert(_ packet: SyncPacket) -> Bool {
        guard !contains(packet) else { return false }
        let sequence = packet.sequence
        var known = ranges[packet.device] ?? []
        let before = index(known, sequence)
        let next = (before ?? -1) + 1
        var joined = sequence...sequence
        var replaced = next..<next
        if let before, known[before].upperBound + 1 == sequence {
            joined = known[before].lowerBound...sequence
            replaced = before..<next
        }
        if next < known.count, sequence + 1 == known[next].lowerBound {
            joined = joined.lowerBound...known[next].upperBound
            replaced = replaced.lowerBound..<(next + 1)
        }
        known.replaceSubrange(replaced, with: [joined])
        ranges[packet.device] = known
        return true
    }

    /// A byte for the kind, then of each device its number, the number of ranges and their ends, in 64 bits each.
    var cursor: SyncCursor {
        var data = Data([Self.kind])
        for (device, ranges) in ranges.sorted(by: { $0.key < $1.key }) {
            data.append(bigEndian: device.rawValue)
            data.append(bigEndian: UInt64(ranges.count))
            for range in ranges {
                data.append(bigEndian: range.lowerBound)
                data.append(bigEndian: range.upperBound)
            }
        }
        return SyncCursor(bytes: data)
    }

    init(_ cursor: SyncCursor?) throws(SyncTransportError) {
        guard let cursor else { return }
        var reader = NumberReader(cursor.bytes)
        guard reader.byte() == Self.kind else { throw .cursorInvalid }
        while !reader.isAtEnd {
            guard let device = reader.number(), let count = reader.number(), count > 0,
                count <= UInt64(cursor.bytes.count), ranges[DeviceNumber(device)] == nil
            else { throw .cursorInvalid }
            var read: [ClosedRange<UInt64>] = []
            for _ in 0..<count {
                guard let low = reader.number(), let high = reader.number(), low > 0, low <= high else {
                    throw .cursorInvalid
                }
                // A gap lies between two ranges.
                if let last = read.last, low <= last.upperBound || low - last.upperBound < 2 { throw .cursorInvalid }
                read.append(low...high)
            }
            ranges[DeviceNumber(device)] = read
        }
    }
}
