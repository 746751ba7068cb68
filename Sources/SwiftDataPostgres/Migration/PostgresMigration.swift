#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Brings the tables of a store from model to model, inside of the transaction that is open.
struct PostgresMigration {
    let connection: PostgresConnection
    let configuration: PostgresConfiguration
    let stored: StoredTables
    /// Held by the thread that uses the connection while a stage runs: its container may be used on any thread.
    let turn = NSRecursiveLock()

    /// - Returns: The tables that there are afterwards, and the number of their generation.
    /// - Throws: ``StoreError`` that names the step, the entity and the property; nothing is kept then.
    func run(_ steps: [PostgresStep]) throws -> (tables: PostgresTables?, generation: Int64) {
        let saved = connection.statements
        // A statement that was prepared for the tables of before would fail.
        connection.statements = StatementNames(limit: 0)
        defer { connection.statements = saved }
        try begin()
        var generation = stored.generation
        try RunningMigrations.run(configuration) {
            for (index, step) in steps.enumerated() {
                try perform(step, number: index + 1, of: steps.count, &generation)
            }
            // The first search makes the index again. A search waits for a table of models first, and for these tables
            // then.
            if generation != stored.generation {
                try PostgresFailure.migrating { try connection.script(SearchSchema.drop) }
            }
        }
        return (steps.last?.target, generation)
    }

    /// Saves wait until the migration has ended, and this one for saves that are under way. Other programs may keep tables
    /// locked.
    private func begin() throws {
        try PostgresFailure.migrating {
            try connection.script("SET LOCAL lock_timeout TO \(PostgresStore.lockTimeout)")
            try connection.script("SET LOCAL statement_timeout TO 0")
            try connection.script("SET LOCAL \(RecordingTriggers.variable) TO 'on'")
            let locks = StoreLocks(
                features: stored.features,
                namespace: configuration.namespace,
                identifier: stored.identifier
            )
            for statement in locks.alone { try connection.script(statement) }
            try LentConnection.setPath(.present, connection, configuration.namespace)
        }
    }

    private func perform(_ step: PostgresStep, number: Int, of count: Int, _ generation: inout Int64) throws {
        try StageCode.naming(step.name) {
            try PostgresFailure.migrating {
                let handler = MigrationReporting.current?.report
                func reportProgress(_ isDone: Bool) {
                    handler?(
                        MigrationProgress(
                            entityName: nil,
                            completedRowCount: isDone ? 1 : 0,
                            totalRowCount: 1,
                            stepNumber: number,
                            stepCount: count
                        )
                    )
                }
                reportProgress(false)
                let stages = StageRun(migration: self, step: step, generation: generation)
                let past = try stages.past()
                try stages.willMigrate()
                let script = try script(step)
                let isNewGeneration = step.changesTables || !script.isEmpty
                try run(script)
                for statement in try MigrationScript.record(step.target, isNewGeneration: isNewGeneration) {
                    try connection.script(statement)
                }
                if isNewGeneration { generation += 1 }
                try stages.didMigrate(past, script, generation)
                reportProgress(true)
            }
        }
    }

    private func script(_ step: PostgresStep) throws -> MigrationScript {
        if TablePlan.all(step).contains(where: { !$0.arriving.isEmpty }) {
            // Keys are asked for that must not change any more.
            try lock(Set(step.source.roots.map(\.tableName) + step.source.layout.joinTables.map(\.name)))
        }
        return try MigrationScript(step, StoredParts(connection), StoredKeys(connection))
    }

    private func run(_ script: MigrationScript) throws {
        try lock(script.touched)
        try script.sourceChecks.run(connection)
        try RemovalNotice(step: script.step, namespace: configuration.namespace).log(connection)
        for statement in script.statements { try connection.script(statement) }
        try script.finalChecks.run(connection)
        for statement in script.ending { try connection.script(statement) }
    }

    private func lock(_ tables: Set<String>) throws {
        guard !tables.isEmpty else { return }
        let list = tables.sorted().map { $0.enclosed(in: "\"") }.joined(separator: ", ")
        try connection.script("LOCK TABLE \(list) IN ACCESS EXCLUSIVE MODE")
    }
}
#endif
