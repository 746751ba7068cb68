#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Finds the tables of a store, makes them, or migrates them. Two processes that begin at once do so once.
struct StoreOpening {
    let connection: PostgresConnection
    let configuration: PostgresConfiguration
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    /// The result of an opening.
    struct Opened {
        let model: PostgresModel
        /// The position in the history before which every transaction has ended; nil for tables without a history.
        let position: Int64?
    }

    /// - Throws: ``StoreError``; ``SwiftDataError`` for a store that a plan does not lead from.
    func open() throws -> Opened {
        if configuration.tables == .existing {
            return try MappedOpening(connection: connection, configuration: configuration, schema: schema).open()
        }
        try RunningMigrations.check(configuration)
        let planning = try MigrationPlanning(schema, plan, configuration)
        do {
            let server = try ServerProbe(connection: connection, configuration: configuration).features()
            if let stored = try look() {
                try check(stored, server)
                try stored.check(configuration)
                let steps = try planning.steps(stored, next: nextNumber)
                if try isReady(stored, steps) {
                    if configuration.allowsSave { try forgetMarks() }
                    return try opened(stored, steps, server)
                }
                if !configuration.allowsSave {
                    guard steps.allSatisfy({ !$0.changesTables }) else { throw readOnly(steps) }
                    return try opened(stored, steps, server)
                }
            } else if !configuration.allowsSave {
                throw StoreError(
                    .cannotOpen,
                    "the namespace \"\(configuration.namespace)\" has no store, and none may be made."
                )
            }
            return try change(planning, server)
        } catch let failure as PostgresFailure {
            throw failure.openingError(configuration.namespace)
        }
    }

    /// Removes the marks of connections that have ended: none lives for a day.
    private func forgetMarks() throws {
        do {
            try connection.script("DELETE FROM \(HistorySchema.marks) WHERE written < now() - interval '1 day'")
        } catch let failure as PostgresFailure where ["25006", "42501"].contains(failure.state) {
            // A standby, or a role that may not: the marks stay until another process opens the store.
        }
    }

    /// Makes the tables, or brings them to the schema, when other openings have ended.
    private func change(_ planning: MigrationPlanning, _ server: PostgresFeatures) throws -> Opened {
        do {
            return try changeOnce(planning, server)
        } catch let failure as PostgresFailure where failure.isOfSameName {
            // Without a lock, two openings may make the tables at once: one of them finds those of the other.
            try connection.script("ROLLBACK")
            guard try look() != nil else { throw failure }
            return try changeOnce(planning, server)
        }
    }

    private func changeOnce(_ planning: MigrationPlanning, _ server: PostgresFeatures) throws -> Opened {
        let wanted = server.subtracting(configuration.avoidedFeatures)
        let before = try look()
        try connection.script("BEGIN")
        try connection.script("SET LOCAL lock_timeout TO \(openingWait)")
        try lock(before?.features ?? wanted, isThere: before != nil)
        var found = try look()
        if before == nil, let made = found {
            // Another process has made the tables meanwhile, perhaps without the lock that was taken.
            try lock(made.features, isThere: true)
            found = try look()
        }
        let result: Opened
        var isMigrated = false
        if let found {
            try connection.script("SET LOCAL lock_timeout TO \(PostgresStore.lockTimeout)")
            try check(found, server)
            try found.check(configuration)
            let stored = try upgrade(found, planning)
            // Tables that stay as they are may belong to a role that this one may not write for.
            if try stored.version == PostgresSchema.layoutVersion || !isOfCluster(stored) {
                try noteCluster(stored.features)
            }
            // Another process may have migrated the tables meanwhile.
            let steps = try planning.steps(stored, next: nextNumber)
            let hadTriggers = try !steps.isEmpty && hasTriggers()
            var tables = try planning.tables(stored, steps)
            var generation = stored.generation
            if !steps.isEmpty {
                let migration = PostgresMigration(
                    connection: connection,
                    configuration: configuration,
                    stored: stored
                )
                let outcome = try migration.run(steps)
                generation = outcome.generation
                tables = outcome.tables ?? tables
            } else if stored.model == nil {
                for statement in try MigrationScript.record(tables, isNewGeneration: false) {
                    try connection.script(statement)
                }
            }
            // The upgrade of arrays counts as well.
            isMigrated = generation != found.generation
            let model = try PostgresModel(
                schema: schema,
                storeIdentifier: stored.identifier,
                choices: used(tables.choices, server),
                numbers: tables.numbers,
                generation: generation
            )
            result = try Opened(model: model, position: position(PostgresSchema.layoutVersion, model.features))
            if hadTriggers { try record(model) }
        } else {
            let model = try create(planning, wanted)
            result = try Opened(model: model, position: position(PostgresSchema.layoutVersion, model.features))
        }
        if try !hasWantedTriggers() { try record(result.model) }
        try connection.script("COMMIT")
        if isMigrated, result.model.features.contains(.listen) {
            let channel = ServerCommitWatcher.channel(result.model.storeIdentifier).enclosed(in: "\"")
            // A process that gets no notice looks within a second.
            _ = try? connection.script("NOTIFY \(channel)")
        }
        return result
    }

    /// Waits for the openings of other processes.
    private func lock(_ features: PostgresFeatures, isThere: Bool) throws {
        guard let lock = StoreLocks.opening(features, configuration.namespace, isThere: isThere) else { return }
        do {
            try connection.run(lock)
        } catch let failure as PostgresFailure where failure.isLocked {
            throw StoreError(.locked, "another process makes or migrates the tables. Open the store again.")
        }
    }

    private func record(_ model: PostgresModel) throws {
        for statement in RecordingTriggers(model: model, namespace: configuration.namespace).statements {
            try connection.script(statement)
        }
    }

    /// The time that an opening waits for another one, in milliseconds; 0 is no limit to the server.
    private var openingWait: Int { Int(max(1, min(configuration.migrationWait * 1000, 2_000_000_000))) }

    func look() throws -> StoredTables? {
        try StoredTables(connection, namespace: configuration.namespace)
    }

    /// True if nothing has to be written.
    private func isReady(_ stored: StoredTables, _ steps: [PostgresStep]) throws -> Bool {
        guard steps.isEmpty, stored.version == PostgresSchema.layoutVersion, stored.model != nil,
            try hasWantedTriggers()
        else { return false }
        return try isOfCluster(stored)
    }

    /// The store as it is.
    private func opened(
        _ stored: StoredTables,
        _ steps: [PostgresStep],
        _ server: PostgresFeatures
    ) throws -> Opened {
        let model = try PostgresModel(
            schema: schema,
            storeIdentifier: stored.identifier,
            choices: used(stored.choices, server),
            numbers: steps.last?.target.numbers ?? stored.numbers,
            generation: stored.generation
        )
        return Opened(model: model, position: try position(stored.version, model.features))
    }

    /// A number that no entity has, and no change of the history.
    func nextNumber() throws -> Int64 {
        let namespace = configuration.namespace.enclosed(in: "\"")
        let changes = "\(namespace).\(HistorySchema.changes)"
        let hasHistory = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(changes)]).bool(0, 0)
        let known = "SELECT max(number)::bigint FROM \(namespace).\(PostgresSchema.entityTable)"
        let inHistory = hasHistory ? "SELECT max(entity)::bigint FROM \(changes)" : "SELECT 0::bigint"
        return (try connection.run("SELECT greatest((\(known)), (\(inHistory)), 0)").integer(0, 0) ?? 0) + 1
    }

    private func readOnly(_ steps: [PostgresStep]) -> StoreError {
        StoreError(
            .readOnly,
            "The tables in the namespace \"\(configuration.namespace)\" would have to be migrated first, and were opened with "
                + "allowsSave: false: " + steps.map(\.name).joined(separator: ", ") + "."
        )
    }

    /// True if the triggers exist, or are not asked for.
    private func hasWantedTriggers() throws -> Bool {
        try !configuration.recordsOtherPrograms || hasTriggers()
    }

    private func hasTriggers() throws -> Bool {
        let name = "\(configuration.namespace.enclosed(in: "\"")).\(RecordingTriggers.function)"
        return try connection.run("SELECT to_regproc($1) IS NOT NULL", [.text(name)]).bool(0, 0)
    }

    private func create(_ planning: MigrationPlanning, _ wanted: PostgresFeatures) throws -> PostgresModel {
        let identifier = UUID().uuidString
        try connection.script("CREATE SCHEMA IF NOT EXISTS \(configuration.namespace.enclosed(in: "\""))")
        var choices = planning.choices
        choices.features = try ServerProbe(connection: connection, configuration: configuration).tried(wanted)
        let tables = try PostgresTables(planning.model, choices)
        // A class that is missing is found out before.
        let model = try PostgresModel(schema: schema, storeIdentifier: identifier, choices: choices)
        for statement in try PostgresSchema(tables).statements(identifier: identifier) {
            try connection.script(statement)
        }
        try noteCluster(choices.features)
        return model
    }

    /// The position in the history before which every transaction has ended; nil for tables without a history.
    private func position(_ version: Int64, _ features: PostgresFeatures) throws -> Int64? {
        guard version >= 2 else { return nil }
        let sql = "SELECT \(HistoryNumbers(features).horizon) FROM \(PostgresSchema.metadataTable)"
        return try connection.run(sql).integer(0, 0).map { $0 - 1 }
    }
}
#endif
