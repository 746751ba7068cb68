import Foundation
import SwiftDataSyncCore

/// The files of one device, written by its own processes alone.
struct FolderWriter {
    let layout: FolderLayout
    let device: DeviceNumber
    let packing: FolderPacking

    /// A file whose name is one that a writer makes.
    struct OwnFile {
        let url: URL
        let sequences: ClosedRange<UInt64>
    }

    private var folder: URL { layout.changes(of: device) }

    /// The age after which a temporary file is of a process that has died.
    private static let abandonedAge: TimeInterval = 3_600

    func files() throws(SyncTransportError) -> [OwnFile] {
        try (FolderFiles.names(in: folder) ?? []).filter(FolderLayout.isOwn).compactMap { name in
            FolderLayout.sequences(name).map { OwnFile(url: folder.appending(path: name), sequences: $0) }
        }
    }

    /// The packets in a file; nil where it is not there or not whole.
    func packets(in file: OwnFile) throws(SyncTransportError) -> [SyncPacket]? {
        guard let data = try FolderFiles.read(file.url) else { return nil }
        switch PacketFile.read(data, of: device) {
        case .packets(let packets): return packets
        case .incomplete: return nil
        case .newer:
            throw SyncTransportError(
                .versionTooNew,
                "A later version of the app has written “\(file.url.lastPathComponent)” of this device. Update the app."
            )
        }
    }

    /// Stores the packets that are not stored yet: runs of sequences without a gap become a file each. The names in the
    /// folder are durable then, and the name of the folder itself may not be.
    func send(_ packets: [SyncPacket]) throws(SyncTransportError) {
        let missing = try missing(packets)
        // An earlier call has written the files, and may have failed or ended before their names were durable.
        guard !missing.isEmpty else { return try FolderFlush.flush(folder) }
        try FolderFiles.makeFolder(layout.changes)
        try FolderFiles.makeFolder(folder)
        var run: [SyncPacket] = []
        var size = 0
        for packet in missing {
            if let last = run.last,
                last.sequence + 1 != packet.sequence || size + packet.bytes.count > packing.fileBytes
            {
                try write(run)
                (run, size) = ([], 0)
            }
            run.append(packet)
            size += packet.bytes.count
        }
        try write(run)
    }

    @discardableResult
    func write(_ run: [SyncPacket]) throws(SyncTransportError) -> URL? {
        guard let first = run.first, let last = run.last else { return nil }
        let file = folder.appending(path: FolderLayout.name(first.sequence...last.sequence))
        try FolderFiles.write(PacketFile.bytes(run), to: file)
        return file
    }

    /// The packets that no file has, by sequence.
    private func missing(_ packets: [SyncPacket]) throws(SyncTransportError) -> [SyncPacket] {
        var wanted: [UInt64: SyncPacket] = [:]
        for packet in packets {
            if let other = wanted[packet.sequence], other != packet { throw .sequenceTaken(packet) }
            wanted[packet.sequence] = packet
        }
        for file in try files() where wanted.keys.contains(where: file.sequences.contains) {
            for stored in try self.packets(in: file) ?? [] {
                guard let packet = wanted[stored.sequence] else { continue }
                guard packet == stored else { throw .sequenceTaken(packet) }
                wanted[stored.sequence] = nil
            }
        }
        return wanted.values.sorted { $0.sequence < $1.sequence }
    }

    /// Removes the files of a process that was killed while it wrote. Files that cannot be read stay, and are harmless.
    func removeAbandonedFiles() {
        for name in (try? FolderFiles.names(in: folder)) ?? [] where name.hasPrefix(FolderLayout.temporaryPrefix) {
            let file = folder.appending(path: name)
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            guard let modified = attributes?[.modificationDate] as? Date else { continue }
            if Date().timeIntervalSince(modified) > Self.abandonedAge { FolderFiles.remove(file) }
        }
    }
}
