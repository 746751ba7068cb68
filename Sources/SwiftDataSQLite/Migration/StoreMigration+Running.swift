import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

extension StoreMigration {
    /// Brings the file of a store to the schema, in one transaction, where it is not there yet.
    /// - Returns: The model that the file describes now; nil for an empty one.
    /// - Throws: ``StoreError`` and ``SwiftDataError``; the file is as it was then.
    @discardableResult
    func prepare(_ connection: StoreConnection, _ configuration: ModelConfiguration) throws -> ModelMark? {
        guard let path = connection.path else { return nil }
        return try named(by: connection).prepare(connection, configuration, path)
    }

    /// The same for the names that a file has for entities.
    func named(by connection: StoreConnection) throws -> StoreMigration {
        let versions = plan?.schemas.map { Schema(versionedSchema: $0) } ?? []
        return try named(by: StoredNames(connection, for: schema, versions: versions))
    }

    private func prepare(
        _ connection: StoreConnection,
        _ configuration: ModelConfiguration,
        _ path: String
    ) throws -> ModelMark? {
        let folder = MigrationFolder(storePath: path, files: connection.files)
        let (isNeeded, mark) = try connection.read { runner -> (Bool, ModelMark?) in
            guard let file = try FileModel.ifAny(runner, path: path) else { return (false, nil) }
            let mark = ModelMark(file.metadata)
            let steps = try steps(file, runner)
            guard !steps.isEmpty else { return (false, mark) }
            guard connection.isReadOnly else {
                try checkMigrationIsRequested(file, steps)
                return (true, mark)
            }
            guard try file.canBeRead(as: layout, insteadOf: steps, runner) else {
                throw readOnly(path, steps, file.differences(from: layout.model))
            }
            return (false, mark)
        }
        if isNeeded { return try migrate(connection, configuration, folder, path) }
        if folder.exists, !connection.isReadOnly { connection.writeIfFree { folder.remove($0) } }
        return mark
    }

    private func migrate(
        _ connection: StoreConnection,
        _ configuration: ModelConfiguration,
        _ folder: MigrationFolder,
        _ path: String
    ) throws -> ModelMark? {
        let journal = ExternalJournal(folder)
        let external = ExternalStorage(storePath: path, journal: journal, files: connection.files)
        defer {
            if folder.exists { connection.writeIfFree { folder.remove($0) } }
        }
        let wait = MigrationWait(path, limit: configuration.migrationWait)
        let (isChanged, mark) = try writeAfterOtherMigrations(connection, wait) { runner -> (Bool, ModelMark?) in
            // The process that had the lock before may have died in a migration, or have migrated the store.
            folder.remove(runner)
            guard let file = try FileModel.ifAny(runner, path: path) else { return (false, nil) }
            let steps = try steps(file, runner)
            guard !steps.isEmpty else { return (false, ModelMark(file.metadata)) }
            try checkMigrationIsRequested(file, steps)
            // A process that finds the folder and no lock waits for the migration. Without the folder it only waits
            // less.
            try? folder.make()
            let run = StepRun(
                runner: runner,
                path: path,
                external: external,
                folder: folder,
                configuration: configuration
            )
            try RunningMigrations.run(StorePath.resolved(path)) {
                for (index, step) in steps.enumerated() {
                    try run.perform(step, number: index + 1, of: steps.count)
                }
            }
            try run.checkResult(StoreLayout(steps.last?.target ?? model))
            runner.observer?("COMMIT of a migration")
            return (true, ModelMark(try FileModel(runner, path: path).metadata))
        }
        guard isChanged else { return mark }
        connection.statementObserver?("committed")
        connection.shortenLog()
        return mark
    }

    /// Takes the write lock, after other migrations that have it.
    private func writeAfterOtherMigrations<Result>(
        _ connection: StoreConnection,
        _ wait: MigrationWait,
        _ body: (SQLRunner) throws -> Result
    ) throws -> Result {
        var wait = wait
        var hasBegun = false
        while true {
            do {
                return try connection.write(patience: min(MigrationWait.patience, connection.busyTimeout)) { runner in
                    hasBegun = true
                    return try body(runner)
                }
            } catch let error as StoreError where error.code == .locked && !hasBegun {
                try wait.goOn(after: error, patience: connection.busyTimeout, connection.statementObserver)
            }
        }
    }

    private func readOnly(_ path: String, _ steps: [PlanStep], _ found: [ServedDifference]) -> StoreError {
        let reasons =
            found.isEmpty ? "" : " What differs: " + found.prefix(10).map(\.description).joined(separator: ", ") + "."
        return StoreError(
            .readOnly,
            "The store at \(path) would have to be migrated first, and was opened with allowsSave: false: "
                + steps.map(\.name).joined(separator: ", ") + "." + reasons
        )
    }
}

extension StoreMigration {
    /// Checks if the store of a configuration can be opened or migrated, as far as that shows without changing it.
    /// - Throws: The errors of opening it.
    static func check(_ configuration: ModelConfiguration, plan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema, !configuration.isStoredInMemoryOnly,
            FileManager.default.fileExists(atPath: configuration.url.path)
        else { return }
        let path = configuration.url.path
        if configuration.allowsSave { try DeadRestores.finish(path, ConnectionSettings.ordinary.files) }
        guard let connection = try StoreConnection.lookedAt(path, settings: .ordinary) else { return }
        defer { try? connection.close() }
        let migration = try StoreMigration(
            schema,
            name: configuration.name,
            plan: plan,
            migratesAppleStores: configuration.migratesAppleStores
        ).named(by: connection)
        // By this connection: it may keep any other one out.
        let mayWrite =
            try configuration.allowsSave
            && (configuration.allowsSavingMirroredStores || !MirroredStore.isOne(connection))
        try connection.read { runner in
            guard let file = try FileModel.ifAny(runner, path: path) else { return }
            let steps = try migration.steps(file, runner)
            if mayWrite { try migration.checkMigrationIsRequested(file, steps) }
        }
    }
}
