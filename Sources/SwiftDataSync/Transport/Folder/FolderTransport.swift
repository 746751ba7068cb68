public import Foundation
public import SwiftDataSyncCore

/// A transport through a folder, which any program for the synchronization of files, a network drive or a USB stick carries.
///
/// Devices write files that no other device changes. Files may arrive in any order, late, in part and twice: a file that is not
/// whole counts as absent. The folder must exist; the transport makes the folders in it, and never the folder itself, so that
/// nothing is written beside a medium that is not attached. Several processes may use one folder at the same time.
/// `docs/sync-transports.md` describes the files.
public actor FolderTransport: SyncTransport {
    /// The folder.
    public nonisolated let url: URL
    /// Packets arrive in any order.
    public nonisolated let ordering = SyncOrdering.causal
    private nonisolated let pollInterval: Duration

    private let layout: FolderLayout
    private let packing: FolderPacking
    /// The identity that was returned to the client.
    private var identity: String?
    /// The paths of folders whose names in the folders above are durable. Of a folder that another process has made this is not
    /// known.
    private var anchored: Set<String> = []
    /// The devices whose abandoned files have been removed.
    private var cleaned: Set<DeviceNumber> = []

    /// Creates a transport. The folder is first looked at by a call.
    ///
    /// - Parameters:
    ///   - url: The folder, which must exist when packets are sent or fetched.
    ///   - pollInterval: The time between two looks at the folder by ``notices()``.
    public init(url: URL, pollInterval: Duration = .seconds(2)) {
        self.init(url: url, pollInterval: pollInterval, packing: FolderPacking())
    }

    /// Creates a transport with other numbers for packing.
    package init(url: URL, pollInterval: Duration = .seconds(2), packing: FolderPacking) {
        self.url = url
        self.pollInterval = pollInterval
        self.packing = packing
        layout = FolderLayout(root: url)
    }

    /// Writes packets into files, and returns when they and their names are on the disk.
    ///
    /// - Throws: ``SyncTransportError``, see ``SyncTransport/send(_:)``.
    public func send(_ packets: [SyncPacket]) async throws {
        guard !packets.isEmpty else { return }
        for packet in packets { try SyncTransportError.check(packet) }
        try check(FolderIdentity.readOrMake(layout))
        for (device, packets) in Dictionary(grouping: packets, by: \.device).sorted(by: { $0.key < $1.key }) {
            let writer = FolderWriter(layout: layout, device: device, packing: packing)
            try anchoring(layout.changes(of: device), in: layout.changes) { () throws(SyncTransportError) in
                try writer.send(packets)
            }
            if cleaned.insert(device).inserted { writer.removeAbandonedFiles() }
            // The packets are stored: a failure to join files is no failure of the call, and the next call tries again.
            try? writer.pack()
        }
    }

    /// Reads the files of other devices whose packets the cursor does not have.
    ///
    /// - Throws: ``SyncTransportError``, with code `unreachable` where the folder is not there.
    public func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        try check(FolderIdentity.read(layout))
        var reader = FolderReader(layout: layout, own: device, positions: try PacketPositions(cursor), limit: limit)
        return try reader.fetch()
    }

    /// Signals at the beginning, and when a look at the folder finds other files than the look before.
    public nonisolated func notices() -> AsyncStream<Void> {
        FolderNotices.stream(layout, pollInterval)
    }

    /// Writes a large value into a file of its own, and returns when it is on the disk.
    ///
    /// - Throws: ``SyncTransportError``, with code `refused` where the bytes are not the bytes of the reference.
    public func upload(_ blob: BlobReference, _ bytes: Data) async throws {
        try blob.check(bytes)
        try check(FolderIdentity.readOrMake(layout))
        try anchoring(layout.blobFolder(blob), in: layout.blobs) { () throws(SyncTransportError) in
            try FolderBlobs(layout: layout).write(blob, bytes)
        }
    }

    /// Reads a large value and compares its hash.
    ///
    /// - Throws: ``SyncTransportError``, with code `blobMissing` while no whole file with the value is there.
    public func download(_ blob: BlobReference) async throws -> Data {
        try check(FolderIdentity.read(layout))
        return try FolderBlobs(layout: layout).read(blob)
    }

    /// Returns the identity of the folder, which its first user has drawn at random. A folder without data gets one.
    ///
    /// - Throws: ``SyncTransportError``, with code `unreachable` where the file “version” has not arrived or is
    ///   damaged.
    public func account() async throws -> String? {
        guard let found = try FolderIdentity.readOrMake(layout) else {
            throw SyncTransportError(
                .unreachable,
                "The file “version” of the folder has not arrived or is damaged. Try again later; if it does not arrive, call "
                    + "renewIdentity()."
            )
        }
        identity = found.identity
        return found.identity
    }

    /// Gives the folder a new identity, where its file “version” is lost or damaged. All devices then send their data again.
    ///
    /// - Throws: ``SyncTransportError`` where the file cannot be read or written.
    public func renewIdentity() async throws {
        _ = try FolderIdentity.read(layout)
        try FolderFiles.write(FolderIdentity.drawn().bytes, to: layout.version)
    }

    /// Returns the names of files with changes that cannot be read: they are half copied, damaged or of a later version.
    ///
    /// A name that stays for long is that of a damaged file. The device that has written it should send its data again.
    ///
    /// - Throws: ``SyncTransportError``, with code `accountChanged` where the folder has another identity than before.
    public func unreadableFiles() async throws -> [String] {
        try check(FolderIdentity.read(layout))
        var reader = FolderReader(layout: layout, own: nil, positions: try PacketPositions(nil), limit: .max)
        return try reader.unreadableFiles()
    }

    /// Writes in a folder, and makes the names of the folder and of the folder above it durable.
    private func anchoring(
        _ folder: URL,
        in parent: URL,
        _ write: () throws(SyncTransportError) -> Void
    ) throws(SyncTransportError) {
        // A folder that is made again and cannot be flushed is not anchored any more.
        let isAnchored = anchored.remove(folder.path) != nil
        try write()
        if !isAnchored {
            try FolderFlush.flush(parent)
            try FolderFlush.flush(layout.root)
        }
        anchored.insert(folder.path)
    }

    /// Throws where the folder is another one than the one that the client knows.
    private func check(_ found: FolderIdentity?) throws(SyncTransportError) {
        guard let identity, let found, found.identity != identity else { return }
        throw SyncTransportError(
            .accountChanged,
            "The folder has been replaced. Ask for its account, and send all data again."
        )
    }
}
