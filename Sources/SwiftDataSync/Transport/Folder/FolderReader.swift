import Foundation
import SwiftDataSyncCore

/// One fetch from a folder.
struct FolderReader {
    let layout: FolderLayout
    /// The device whose packets are left out.
    let own: DeviceNumber?
    private(set) var positions: PacketPositions
    private var budget: PacketBudget
    private var packets: [SyncPacket] = []
    private var newerFile: String?

    /// A file that may have packets.
    private struct Candidate {
        let url: URL
        let device: DeviceNumber
        let sequences: ClosedRange<UInt64>?

        /// The first sequence of each device comes first, so that no device waits for another one's long history.
        var order: (UInt64, DeviceNumber) { (sequences?.lowerBound ?? .max, device) }
    }

    /// The listings of a fetch, where files vanish because their device joins them meanwhile.
    private static let attempts = 3

    init(layout: FolderLayout, own: DeviceNumber?, positions: PacketPositions, limit: Int) {
        (self.layout, self.own, self.positions) = (layout, own, positions)
        budget = PacketBudget(limit: limit)
    }

    mutating func fetch() throws(SyncTransportError) -> SyncFetch {
        for _ in 0..<Self.attempts {
            switch try pass() {
            case .full: return SyncFetch(packets: packets, cursor: positions.cursor, moreComing: true)
            case .done: return try end()
            case .vanished: break
            }
        }
        return try end()
    }

    private func end() throws(SyncTransportError) -> SyncFetch {
        if packets.isEmpty, let newerFile {
            throw SyncTransportError(
                .versionTooNew,
                "A later version of the app has written “\(newerFile)”. Update the app."
            )
        }
        return SyncFetch(packets: packets, cursor: positions.cursor, moreComing: false)
    }

    private enum PassEnd { case full, done, vanished }

    private mutating func pass() throws(SyncTransportError) -> PassEnd {
        var end = PassEnd.done
        for candidate in try candidates() {
            if let sequences = candidate.sequences, positions.contains(sequences, of: candidate.device) { continue }
            guard let data = try FolderFiles.read(candidate.url) else {
                end = .vanished
                continue
            }
            switch PacketFile.read(data, of: candidate.device) {
            case .incomplete: break
            case .newer: newerFile = candidate.url.lastPathComponent
            case .packets(let found):
                for packet in found where !positions.contains(packet) {
                    guard budget.take(packet) else { return .full }
                    positions.insert(packet)
                    packets.append(packet)
                }
            }
        }
        return end
    }

    private func candidates() throws(SyncTransportError) -> [Candidate] {
        var candidates: [Candidate] = []
        for folder in try FolderFiles.names(in: layout.changes) ?? [] {
            guard let device = FolderLayout.device(folder), device != own else { continue }
            let url = layout.changes.appending(path: folder)
            for name in try FolderFiles.names(in: url) ?? [] where !name.hasPrefix(".") {
                let sequences = FolderLayout.sequences(name)
                candidates.append(Candidate(url: url.appending(path: name), device: device, sequences: sequences))
            }
        }
        return candidates.sorted { $0.order < $1.order }
    }

    /// The files whose bytes are no packets.
    mutating func unreadableFiles() throws(SyncTransportError) -> [String] {
        var names: [String] = []
        for candidate in try candidates() {
            guard let data = try FolderFiles.read(candidate.url) else { continue }
            if case .packets = PacketFile.read(data, of: candidate.device) { continue }
            names.append(candidate.url.pathComponents.suffix(2).joined(separator: "/"))
        }
        return names.sorted()
    }
}
