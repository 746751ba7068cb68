import Foundation

/// A folder for the files of a run.
///
/// A store that a step begins with is made once, kept as a template, and copied for those who write to it.
public final class Workplace: Sendable {
    public let folder: URL

    /// - Parameter folder: Made where it is missing.
    public init(_ folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Deletes everything in it.
    public func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// A file that must not be written.
    /// - Parameter make: Makes it, if it is missing; everything that it opens must be closed when it returns.
    func template(_ name: String, _ make: (URL) throws -> Void) throws -> URL {
        let file = folder.appendingPathComponent(name + ".template")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let unfinished = folder.appendingPathComponent(name + ".unfinished")
        try Self.remove(unfinished)
        try make(unfinished)
        try Self.move(unfinished, to: file, FileManager.default.moveItem)
        return file
    }

    /// A fresh copy of a template, for one contestant.
    func copy(_ template: URL, for name: String) throws -> URL {
        let file = try fresh(name)
        try Self.move(template, to: file, FileManager.default.copyItem)
        return file
    }

    /// The place of a file that is not there yet.
    func fresh(_ name: String) throws -> URL {
        let file = folder.appendingPathComponent(name + ".store")
        try Self.remove(file)
        return file
    }

    /// A database is its file, and what SQLite may have left beside it.
    private static let suffixes = ["", "-wal", "-shm"]

    private static func remove(_ file: URL) throws {
        for suffix in suffixes {
            let path = file.path + suffix
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    private static func move(_ file: URL, to other: URL, _ change: (URL, URL) throws -> Void) throws {
        for suffix in suffixes where FileManager.default.fileExists(atPath: file.path + suffix) {
            try change(URL(fileURLWithPath: file.path + suffix), URL(fileURLWithPath: other.path + suffix))
        }
    }
}
