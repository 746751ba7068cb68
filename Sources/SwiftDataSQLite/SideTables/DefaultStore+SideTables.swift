package import SwiftDataCore

extension DefaultStore: SideTableStore {
    package func readSideTables<Result>(_ body: (any SideTables) throws -> Result) throws -> Result {
        try connection.read { runner in
            try LentSideTables.lend(of: self, runner, isWritable: false, body).result
        }
    }

    package func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        sideTables body: (any SideTables, StoreSaveResult) throws -> Void
    ) throws -> StoreSaveResult {
        try save(changes, editing) { runner, log, result in
            result.commit = commit(log, editing, result.historyToken)
            let answer = result
            let hasWritten = try LentSideTables.lend(of: self, runner, isWritable: true) { try body($0, answer) }
                .hasWritten
            // Other processes would take it for a change that the history does not list.
            if hasWritten, log.isEmpty, file.isWrittenByLibrary { try QuietCommits.note(runner) }
        }
    }

    /// The rows that a transaction has written.
    private func commit(_ log: ChangeLog, _ editing: EditingState, _ token: (any HistoryToken)?) -> StoreCommit {
        func identifiers(_ rows: some Sequence<ChangeLog.Row>) -> [PersistentIdentifier] {
            rows.compactMap { row in model[number: row.entity]?.identifier(row.key) }
        }
        var commit = StoreCommit(storeIdentifier: identifier)
        commit.inserted = identifiers(log.inserted.lazy.flatMap(\.rows))
        commit.updated = identifiers(log.updateOrder)
        commit.deleted = identifiers(log.deletedRows)
        commit.author = editing.author
        commit.token = token
        return commit
    }

    package func lastHistoryToken() throws -> DefaultHistoryToken? {
        try connection.read { runner in
            guard try file.history.exists(runner) else { return nil }
            let last = try runner.lastTransaction()
            return last > 0 ? DefaultHistoryToken(storeIdentifier: identifier, transaction: last) : nil
        }
    }
}
