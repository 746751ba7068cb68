import Foundation
import SwiftDataCore

/// The migrations that this process is in the middle of. Each has the write lock of a file, which its own code must not
/// wait for.
enum RunningMigrations {
    private struct Migration {
        let path: String
        let file: FileNumber?
        let thread: UInt
    }

    private struct State {
        var migrations: [Int: Migration] = [:]
        var count = 0
    }

    private static let state = Locked(State())
    /// The migrations that run this task, or the one that has made it.
    @TaskLocal private static var own: Set<Int> = []

    /// Runs a migration of a file.
    /// - Parameter path: The file, with links followed.
    static func run<Result>(_ path: String, _ body: () throws -> Result) rethrows -> Result {
        let migration = Migration(path: path, file: FileNumber(path), thread: ThreadNumber.current)
        let number = state.withLock { state in
            state.count += 1
            state.migrations[state.count] = migration
            return state.count
        }
        defer { state.withLock { $0.migrations[number] = nil } }
        return try $own.withValue(own.union([number]), operation: body)
    }

    /// - Parameter path: A file that is about to be opened for writing, with links followed.
    /// - Throws: ``StoreError`` with code `migration` where code of a migration of the file opens it, which would wait for
    ///   itself.
    static func checkIsNotMigrating(_ path: String) throws {
        let thread = ThreadNumber.current
        let (own, known) = (own, state.withLock { $0.migrations })
        let concerned = known.filter { own.contains($0.key) || $0.value.thread == thread }.values
        guard !concerned.isEmpty else { return }
        let file = FileNumber(path)
        guard concerned.contains(where: { $0.path == path || (file != nil && $0.file == file) }) else { return }
        throw StoreError(
            .migration,
            "The store at \(path) is being migrated, and code of the migration opens it again, which would deadlock. "
                + "Use the context of the stage alone, and no container in a static property; open the store when the "
                + "migration is over, or with allowsSave: false to read its previous contents."
        )
    }
}

/// The number of a file in its file system: names of one file have it in common.
private struct FileNumber: Equatable {
    private let system: UInt64
    private let number: UInt64

    /// Nil where there is no file, or none that can be looked at.
    init?(_ path: String) {
        guard let attributes = try? MissingFile.attributes(path),
            let system = attributes[.systemNumber] as? NSNumber,
            let number = attributes[.systemFileNumber] as? NSNumber
        else { return nil }
        (self.system, self.number) = (system.uint64Value, number.uint64Value)
    }
}
