import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension StoreMigration {
    /// Brings the file of a store to the schema, in one transaction, where it is not there yet.
    /// - Throws: ``StoreError`` and ``SwiftDataError``; the file is as it was then.
    func prepare(_ connection: StoreConnection, _ configuration: ModelConfiguration) throws {
        guard let path = connection.path else { return }
        try named(by: StoredNames(connection, for: schema)).prepare(connection, configuration, path)
    }

    private func prepare(_ connection: StoreConnection, _ configuration: ModelConfiguration, _ path: String) throws {
        let folder = MigrationFolder(storePath: path)
        let isNeeded = try connection.read { runner in
            guard let file = try FileModel.ifAny(runner, path: path) else { return false }
            let steps = try steps(file, runner)
            guard !steps.isEmpty, connection.isReadOnly else { return !steps.isEmpty }
            guard try file.canBeRead(as: layout, runner) else { throw readOnly(path, steps) }
            return false
        }
        if isNeeded {
            try migrate(connection, configuration, folder, path)
        } else if folder.exists, !connection.isReadOnly {
            connection.writeIfFree { folder.remove($0) }
        }
    }

    private func migrate(
        _ connection: StoreConnection,
        _ configuration: ModelConfiguration,
        _ folder: MigrationFolder,
        _ path: String
    ) throws {
        let journal = ExternalJournal(folder)
        let external = ExternalStorage(storePath: path, journal: journal)
        defer {
            journal.close()
            if folder.exists { connection.writeIfFree { folder.remove($0) } }
        }
        let isChanged = try connection.write { runner in
            // Whoever had the lock before may have died in a migration, or have migrated the store.
            folder.remove(runner)
            guard let file = try FileModel.ifAny(runner, path: path) else { return false }
            let steps = try steps(file, runner)
            let run = StepRun(
                runner: runner,
                path: path,
                external: external,
                folder: folder,
                configuration: configuration
            )
            for (index, step) in steps.enumerated() {
                try run.perform(step, number: index + 1, of: steps.count)
            }
            guard !steps.isEmpty else { return false }
            try run.checkResult(StoreLayout(model))
            runner.observer?("COMMIT of a migration")
            return true
        }
        guard isChanged else { return }
        connection.statementObserver?("committed")
        connection.shortenLog()
    }

    private func readOnly(_ path: String, _ steps: [PlanStep]) -> StoreError {
        StoreError(
            .readOnly,
            "The store at \(path) would have to be migrated first, and was opened with allowsSave: false: "
                + steps.map(\.name).joined(separator: ", ") + "."
        )
    }
}

extension StoreMigration {
    /// Looks whether the store of a configuration can be opened or migrated, as far as that shows without changing it.
    /// - Throws: what opening it would throw.
    static func check(_ configuration: ModelConfiguration, plan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema, !configuration.isStoredInMemoryOnly,
            FileManager.default.fileExists(atPath: configuration.url.path)
        else { return }
        let path = configuration.url.path
        let connection = try StoreConnection.readOnlyFile(path)
        defer { try? connection.close() }
        let migration = try StoreMigration(schema, name: configuration.name, plan: plan)
            .named(by: StoredNames(connection, for: schema))
        try connection.read { runner in
            if let file = try FileModel.ifAny(runner, path: path) { _ = try migration.steps(file, runner) }
        }
    }
}
