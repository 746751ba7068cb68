import Foundation
import GRDB
import SwiftDataCore

/// The files of an open store as they were when it was opened, so that each save can detect that one of them was
/// removed.
///
/// SQLite continues to write to files that have lost their names. The data is lost when it closes them, and a process
/// that opens the store meanwhile finds only a part of it.
struct OpenedFiles: Sendable {
    private let path: String
    private let file: FileStatus?
    private let log: FileStatus?
    private let memory: FileStatus?

    /// - Parameter path: The path of a file in WAL mode that a connection has read.
    init(_ path: String) {
        self.path = path
        file = FileStatus(path)
        log = FileStatus(path + "-wal")
        memory = FileStatus(path + "-shm")
    }

    /// Compares the file and the `-shm`, before SQLite uses them: two calls of the system. It waits for long on files that
    /// were cut off, and a `-shm` that is shorter than before ends the process with a signal.
    /// - Throws: ``StoreError`` with code `fileMoved`.
    func check() throws {
        try compare("", file, atLeast: 512)
        try compare("-shm", memory, atLeast: 32_768)
    }

    /// Compares the `-wal`, and where all of it is in the file the file's length, in a transaction that is about to be
    /// committed: one call of the system, or two.
    /// - Throws: ``StoreError`` with code `fileMoved`.
    func checkLength(_ database: Database) throws {
        guard let index = SharedIndex(database) else { return }
        let frames = index.frameCount * (index.pageSize + Self.frameHeaderSize)
        try compare("-wal", log, atLeast: index.frameCount > 0 ? Self.logHeaderSize + frames : 0)
        guard index.frameCount > 0, index.movedFrameCount >= index.frameCount else { return }
        try compare("", file, atLeast: index.pageCount * index.pageSize)
    }

    private static let logHeaderSize: Int64 = 32
    private static let frameHeaderSize: Int64 = 24

    private func compare(_ suffix: String, _ status: FileStatus?, atLeast length: Int64) throws {
        guard let status else { return }
        guard let now = FileStatus(path + suffix), now.isSameFile(as: status), now.size >= length else {
            throw Self.error(path, suffix.isEmpty ? "" : ", or its \(suffix),")
        }
    }

    static func error(_ path: String, _ part: String) -> StoreError {
        StoreError(
            .fileMoved,
            "The store at \(path)\(part) was replaced, moved, cut off or deleted since it was opened. Nothing was written. "
                + "Release every container of the store and make a new one."
        )
    }
}
