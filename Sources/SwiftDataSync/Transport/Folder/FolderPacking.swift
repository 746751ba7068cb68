import Foundation
import SwiftDataSyncCore

/// The numbers by which a device joins its files.
package struct FolderPacking: Sendable {
    /// The number of files of about one size that become one, with the smaller files between them.
    package let fanout: Int
    /// The number of bytes from which a file is no longer joined.
    package let fileBytes: Int

    /// Creates numbers; `fanout` is 2 at least.
    package init(fanout: Int = 32, fileBytes: Int = 1 << 20) {
        self.fanout = max(fanout, 2)
        self.fileBytes = fileBytes
    }

    /// The number of times that packets of a file have been joined, at most.
    func level(_ count: UInt64) -> Int {
        var (level, rest) = (0, count)
        while rest >= UInt64(fanout) {
            rest /= UInt64(fanout)
            level += 1
        }
        return level
    }
}

/// The joining of files: the new file is durable before the first old one is removed, so that each packet is in a file at any
/// time. A reader that sees both reads each packet once, by its sequence.
extension FolderWriter {
    /// Joins files of the device until none of its runs is long enough.
    func pack() throws(SyncTransportError) {
        // Each round makes fewer files.
        while let run = try nextRun() {
            guard try join(run) else { return }
        }
    }

    /// Neighbouring files that are to be joined.
    private func nextRun() throws(SyncTransportError) -> [OwnFile]? {
        let files = try uncovered()
        guard files.count >= packing.fanout else { return nil }
        let levels = files.map { packing.level($0.sequences.upperBound - $0.sequences.lowerBound + 1) }
        for level in 0...(levels.max() ?? 0) {
            // The run may have smaller files in between. Only files of the level count, so that a large file is not
            // rewritten for a few small ones.
            var (run, size, count) = ([OwnFile](), 0, 0)
            for (file, own) in zip(files, levels) {
                // Another process has joined the files.
                guard let bytes = try FolderFiles.size(of: file.url) else { return nil }
                let follows = run.last.map { $0.sequences.upperBound &+ 1 == file.sequences.lowerBound } ?? true
                if own > level || bytes > packing.fileBytes / 2 || !follows || size + bytes > packing.fileBytes {
                    // A run that has become large enough is joined, so that files near the limit do not stay apart.
                    if size > packing.fileBytes / 2, run.count > 1 { return run }
                    (run, size, count) = ([], 0, 0)
                }
                guard own <= level, bytes <= packing.fileBytes / 2 else { continue }
                run.append(file)
                size += bytes
                count += own == level ? 1 : 0
                if count == packing.fanout { return run }
            }
        }
        return nil
    }

    /// The files by sequence, without files whose packets a longer file has. Such files are left from a crash, or a
    /// file sync has brought them back, and are removed.
    private func uncovered() throws(SyncTransportError) -> [OwnFile] {
        let sorted = try files().sorted {
            ($0.sequences.lowerBound, $1.sequences.upperBound) < ($1.sequences.lowerBound, $0.sequences.upperBound)
        }
        var kept: [OwnFile] = []
        for file in sorted {
            guard let last = kept.last, last.sequences.contains(file.sequences.lowerBound) else {
                kept.append(file)
                continue
            }
            guard last.sequences.upperBound >= file.sequences.upperBound, let longer = try packets(in: last),
                let shorter = try packets(in: file), Set(longer).isSuperset(of: shorter)
            else { continue }
            FolderFiles.remove(file.url)
        }
        return kept
    }

    /// Joins files. Returns false where one of them is not whole, or another process has removed it.
    private func join(_ run: [OwnFile]) throws(SyncTransportError) -> Bool {
        var joined: [SyncPacket] = []
        for file in run {
            guard let packets = try packets(in: file) else { return false }
            joined += packets
        }
        guard let first = joined.first, zip(joined, joined.dropFirst()).allSatisfy({ $0.sequence &+ 1 == $1.sequence }),
            first.sequence == run.first?.sequences.lowerBound, joined.last?.sequence == run.last?.sequences.upperBound
        else { return false }
        guard let file = try write(joined) else { return false }
        for old in run where old.url.lastPathComponent != file.lastPathComponent { FolderFiles.remove(old.url) }
        return true
    }
}
