import Foundation
import SwiftDataCore

/// Writes the files of one save before its transaction, and takes them back if it fails.
struct ExternalFileWriter {
    let storage: ExternalStorage
    private(set) var written: [String] = []

    init(_ storage: ExternalStorage) {
        self.storage = storage
    }

    /// What the column gets for a value: the tagged bytes, or a reference to a file that now exists.
    mutating func store(_ data: Data) throws -> Data {
        guard data.count > ExternalStorage.largestInlineSize, let folder = storage.folder else {
            return ExternalStorage.inline(data)
        }
        if written.isEmpty {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let name = UUID().uuidString
        let file = folder.appendingPathComponent(name)
        try storage.willWrite(name)
        written.append(name)
        try data.write(to: file)
        // The row must not be durable before the file is.
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.synchronize()
        return ExternalStorage.reference(to: name)
    }

    /// After a failure: the files belong to no row.
    func rollBack() {
        storage.remove(written)
    }
}
