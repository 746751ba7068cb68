public import Foundation
public import SwiftDataCore

extension ModelContainer {
    /// Puts a backup in the place of a store, before a container opens it.
    ///
    /// An addition to Apple's API. After a crash at any moment, the path has the old store or the store of the backup,
    /// with its large values; the `-wal` of the one is never used with the file of the other. The identifier of the
    /// store and its history come from the backup: tokens of transactions after the backup are no longer valid.
    ///
    /// It may be called from any thread or actor, and blocks its thread. Cancelling the task ends it, and the store is
    /// unchanged. After an error the store is unchanged; where the last step has failed, which makes the work durable,
    /// it may be the store of the backup already, whole. Files that an error or a crash leaves beside the store are
    /// removed by the next restore, or by the next container that opens the store and may write.
    /// - Parameters:
    ///   - backup: A folder that ``backup(to:progress:)`` has made, or the file of a store in it.
    ///   - store: The file of the store. There may be none.
    ///   - old: A new folder for a backup of the store that is replaced; nil for none.
    ///   - progress: Is called now and then, on the thread of the call. An error that it throws ends the work.
    /// - Throws: ``StoreError`` with code `locked` where a container of this process, or another process, has the store
    ///   open, `notADatabase` for a backup that is damaged, `alreadyExists`, `diskFull`, `noPermission`,
    ///   `missingFolder`; `CancellationError`; and the errors of `progress`.
    public static func restore(
        from backup: URL,
        to store: URL,
        keeping old: URL? = nil,
        progress: (BackupProgress) throws -> Void = { _ in }
    ) throws {
        try StoreRestore(from: backup.path, to: store.path, keeping: old?.path).run { completed, total in
            try Task.checkCancellation()
            try progress(
                BackupProgress(name: store.lastPathComponent, completedByteCount: completed, totalByteCount: total)
            )
        }
    }
}
