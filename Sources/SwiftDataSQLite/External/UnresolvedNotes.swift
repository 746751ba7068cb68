import SwiftDataCore

/// A record that a store has left notes of saves whose commit failed, so that their effect is not known.
final class UnresolvedNotes: Sendable {
    private let isThere = Locked(false)

    func add() { isThere.withLock { $0 = true } }

    /// Hands the notes over to the caller. True if there were any.
    func take() -> Bool {
        isThere.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
    }
}

extension DefaultStore {
    /// Removes the files of saves and deletions of this store whose commit failed, where no row names them.
    func clearUnresolvedNotes() {
        guard let path = connection.path, external.unresolvedNotes.take() else { return }
        // Another writer is at work: the next save tries again.
        if !ExternalSweep(storage: external, storePath: path).run(connection) { external.unresolvedNotes.add() }
    }

    /// Runs a transaction that removes rows with files. Where it fails, its note is left: whether the rows are there is
    /// known only afterwards.
    func leaving<Result>(_ note: SavingNote?, _ body: (SQLRunner) throws -> Result) throws -> Result {
        do {
            return try connection.write(body)
        } catch {
            note?.leave()
            throw error
        }
    }
}
