import Foundation
import SwiftDataCore

/// The external files of a store that have been copied to a folder so far. A file never changes: once it is copied, it
/// need not be copied again for a later moment of the store.
struct CopiedFiles {
    let source: ExternalStorage
    /// The folder of the copies, which is made with the first.
    let folder: String
    let permissions: FilePermissions
    let files: any FileCalls
    private var sizes: [String: Int64] = [:]

    init(from source: ExternalStorage, to folder: String, _ permissions: FilePermissions, _ files: any FileCalls) {
        self.source = source
        self.folder = folder
        self.permissions = permissions
        self.files = files
    }

    /// The number of bytes in the copies.
    var size: Int64 { sizes.values.reduce(0, +) }

    func contains(_ name: String) -> Bool { sizes[name] != nil }

    /// - Parameters:
    ///   - newName: The name of the copy; nil for the same.
    ///   - progress: Is called with the number of copied bytes.
    /// - Returns: False where the store has no such file.
    mutating func add(
        _ name: String,
        as newName: String? = nil,
        _ progress: (Int64) throws -> Void
    ) throws -> Bool {
        let target = (folder as NSString).appendingPathComponent(newName ?? name)
        for place in [source.folder?.appendingPathComponent(name), source.otherFile(name)].compactMap({ $0?.path }) {
            do {
                try files.makeFolders(folder, permissions)
                var size: Int64 = 0
                try files.copy(place, to: target, permissions) { part in
                    size += part
                    try progress(size)
                }
                sizes[name] = size
                return true
            } catch let failure as FileFailure where failure.number == ENOENT && failure.path == place {
                continue
            }
        }
        return false
    }

    /// Removes the copies that the rows do not name any more.
    mutating func keepOnly(_ names: Set<String>) throws {
        for name in Set(sizes.keys).subtracting(names).sorted() {
            _ = try files.remove((folder as NSString).appendingPathComponent(name))
            sizes[name] = nil
        }
    }
}
