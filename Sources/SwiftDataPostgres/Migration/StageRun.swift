#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Runs the code of a custom stage: its contexts work inside of the migration's transaction.
struct StageRun {
    let migration: PostgresMigration
    let step: PostgresStep
    let generation: Int64

    private var identifier: String { migration.stored.identifier }

    /// The store as it is before the stage; nil where no code can read it later.
    func past() throws -> StageStore? {
        guard let code = step.code, code.didMigrate != nil else { return nil }
        let connection = migration.connection
        for root in step.source.roots {
            try copy(root.tableName)
            try connection.script("ALTER TABLE pg_temp.\(root.quotedTable) ADD PRIMARY KEY (pk)")
            for column in step.source.columns(of: root) where column.destination != nil {
                try connection.script("CREATE INDEX ON pg_temp.\(root.quotedTable) (\(column.name.enclosed(in: "\"")))")
            }
        }
        for join in step.source.layout.joinTables {
            try copy(join.name)
            for column in [join.firstColumn, join.secondColumn] {
                let table = join.name.enclosed(in: "\"")
                try connection.script("CREATE INDEX ON pg_temp.\(table) (\(column.enclosed(in: "\"")))")
            }
        }
        return try StageStore(migration, code.source, step.source, generation, .past)
    }

    private func copy(_ table: String) throws {
        let name = table.enclosed(in: "\"")
        let namespace = migration.configuration.namespace.enclosed(in: "\"")
        // Of the stage before there may be one.
        try migration.connection.script("DROP TABLE IF EXISTS pg_temp.\(name)")
        try migration.connection.script(
            "CREATE TEMPORARY TABLE \(name) ON COMMIT DROP AS TABLE \(namespace).\(name)"
        )
    }

    func willMigrate() throws {
        guard let code = step.code, let closure = code.willMigrate else { return }
        let store = try StageStore(migration, code.source, step.source, generation, .present)
        try run("willMigrate", closure, store, past: nil)
    }

    /// - Parameter generation: The number of the tables that there are now.
    func didMigrate(_ past: StageStore?, _ script: MigrationScript, _ generation: Int64) throws {
        guard let code = step.code, let closure = code.didMigrate else { return }
        defer { past?.end() }
        let store = try StageStore(migration, code.target, step.target, generation, .present)
        try run("didMigrate", closure, store, past: past, script)
        // No other thread has the connection from here on.
        past?.end()
        try requiredLinks.run(migration.connection)
    }

    /// Calls a closure, and saves the changes that it left unsaved.
    /// - Throws: ``StoreError`` with code `migration`, with the error of the closure as the underlying error.
    private func run(
        _ name: String,
        _ closure: @Sendable (ModelContext) throws -> Void,
        _ store: StageStore,
        past: StageStore?,
        _ script: MigrationScript? = nil
    ) throws {
        defer { store.end() }
        let successor = script.map { script in { try self.successor(of: $0, script) } }
        try StageCode.run(name, closure, in: store.container, past: past?.container, successor: successor) {
            // The checks between tables are due before tables change.
            guard migration.stored.features.contains(.deferrableConstraints) else { return }
            _ = try migration.turn.withLock { try migration.connection.script("SET CONSTRAINTS ALL IMMEDIATE") }
        }
    }

    /// The row that a row from before the stage has become; nil where it is deleted.
    private func successor(of old: PersistentIdentifier, _ script: MigrationScript) throws -> PersistentIdentifier? {
        guard let key = old.resolved.row, let source = step.source.layout[old.entityName],
            let entity = step.mapping[source: old.entityName], let target = step.target.layout[entity.target.name]
        else { return nil }
        let row = key + (script.offsets[source.tableName]?[target.tableName] ?? 0)
        migration.turn.lock()
        defer { migration.turn.unlock() }
        let found = try migration.connection.run(
            "SELECT row_entity FROM \(target.quotedTable) WHERE pk = $1",
            [.integer(row)]
        )
        guard found.count == 1, let number = found.integer(0, 0), target.familyNumbers.contains(number),
            let name = step.target.layout[number: number]?.entityName
        else { return nil }
        return PersistentIdentifier(store: identifier, entity: name, row: row)
    }

    /// Checks if code has filled the relationships that every row must have.
    private var requiredLinks: [RowCheck] {
        step.mapping.entities.flatMap { entity -> [RowCheck] in
            guard entity.source != nil, let table = step.target.layout[entity.target.name] else { return [] }
            return entity.target.properties.enumerated().compactMap { slot, property in
                guard case .relationship(let relationship) = property, relationship.isToOne,
                    !relationship.isOptional, case .toOne(let column, _, _) = table.properties[slot]
                else { return nil }
                let own = table.isShared ? " AND s.row_entity = \(table.number)" : ""
                return RowCheck(
                    from: "\(table.quotedTable) s WHERE s.\(column.enclosed(in: "\"")) IS NULL\(own)",
                    key: "s.pk",
                    rowEntity: table.entityName,
                    entity: table.entityName,
                    property: relationship.name,
                    message: ("must have a \(relationship.destination), but has none after didMigrate in ", ".")
                )
            }
        }
    }
}
#endif
