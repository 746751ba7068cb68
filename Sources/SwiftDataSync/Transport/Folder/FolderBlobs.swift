import Foundation
import SwiftDataSyncCore

/// The large values in a folder. The name of a file is the hash of its bytes, so that a file needs no header.
struct FolderBlobs {
    let layout: FolderLayout

    func write(_ blob: BlobReference, _ bytes: Data) throws(SyncTransportError) {
        let file = layout.file(blob)
        // An earlier call has written the file, and may have failed or ended before its name was durable.
        if try FolderFiles.read(file) == bytes { return try FolderFlush.flush(layout.blobFolder(blob)) }
        try FolderFiles.makeFolder(layout.blobs)
        try FolderFiles.makeFolder(layout.blobFolder(blob))
        try FolderFiles.write(bytes, to: file)
    }

    /// Reads the file of the hash, or a file whose name a file sync has made of it.
    func read(_ blob: BlobReference) throws(SyncTransportError) -> Data {
        if let bytes = try FolderFiles.read(layout.file(blob)), blob.matches(bytes) { return bytes }
        let folder = layout.blobFolder(blob)
        for name in try FolderFiles.names(in: folder) ?? [] where name.lowercased().hasPrefix(blob.hexadecimal) {
            if let bytes = try FolderFiles.read(folder.appending(path: name)), blob.matches(bytes) { return bytes }
        }
        throw .blobMissing("blobs/\(blob.hexadecimal.prefix(2))/\(blob.hexadecimal)")
    }
}
