import SwiftDataCore
import SwiftDataSQL

/// Writes the description of the file: its entities, its metadata and its model.
struct MigrationBookkeeping {
    let plan: MigrationPlan
    let runner: SQLRunner

    func write() throws {
        try writeEntities()
        try writeMetadata()
        try writeModel()
    }

    private func writeEntities() throws {
        for table in plan.mapping.source.tables {
            // Not by name: where an entity was renamed, Core Data leaves the name that it had before.
            try runner.run("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = ?") { $0.integer(table.number) }
        }
        for table in plan.mapping.target.tables {
            let maximum = table.superNumber == 0 ? plan.offsets.maxima[table.tableName] ?? 0 : 0
            try runner.run("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)") {
                $0.integer(table.number)
                $0.text(table.entityName)
                $0.integer(table.superNumber)
                $0.integer(maximum)
            }
        }
    }

    private func writeMetadata() throws {
        var metadata = plan.file.metadata
        metadata.adopt(plan.mapping.target.model)
        metadata.tombstones = tombstones(metadata.tombstones)
        if plan.file.hasHistory { try addTombstoneColumns(metadata.tombstones) }
        let list = try metadata.propertyList()
        try runner.run("UPDATE Z_METADATA SET Z_PLIST = ? WHERE Z_UUID = ?") {
            $0.blob(list)
            $0.text(metadata.storeIdentifier)
        }
    }

    private func writeModel() throws {
        let content = try ModelCache.content(plan.mapping.target.model)
        try runner.run("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
        try runner.run("DELETE FROM Z_MODELCACHE")
        try runner.run("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)") { $0.blob(content) }
    }

    /// The numbers of the columns for values of deleted rows, by the names that their attributes have now.
    private func tombstones(_ stored: TombstoneNumbers) -> TombstoneNumbers {
        var old = stored
        // A file that does not say it has them by name: Apple's frameworks made it, or an early version of this library.
        if stored.isEmpty, plan.file.has("ZTOMBSTONE0", in: "ACHANGE") { old.append(plan.mapping.source.tables) }
        var new = TombstoneNumbers()
        for entity in plan.mapping.entities {
            guard let source = entity.source, let paths = old.entities[source.name] else { continue }
            new.add(
                entity.target.name,
                paths.map { path, number in
                    let name = entity.path(of: path)
                    return (path: name ?? path, number: number, isGone: name == nil || entity.changesForm(of: path))
                }
            )
        }
        new.append(plan.mapping.target.tables)
        return new
    }

    private func addTombstoneColumns(_ numbers: TombstoneNumbers) throws {
        var columns = Set(try runner.strings("SELECT name FROM pragma_table_info('ACHANGE')"))
        let wanted = plan.mapping.target.tables.flatMap { numbers.columns(of: $0) }.sorted { $0.number < $1.number }
        for column in wanted where columns.insert(column.name).inserted {
            try runner.run("ALTER TABLE ACHANGE ADD COLUMN \(SQLIdentifier.quoted(column.name)) BLOB")
        }
    }
}

extension EntityMapping {
    /// True if the bytes of an attribute's column change: they get the tag of external storage, or lose it.
    fileprivate func changesForm(of path: String) -> Bool {
        guard let name = self.path(of: path) else { return false }
        return properties.contains { property in
            guard case .attribute(_, let fills) = property else { return false }
            return fills.contains { fill in
                guard fill.path == name, case .column(_, let conversion) = fill.origin else { return false }
                return conversion == .toExternal || conversion == .fromExternal
            }
        }
    }
}
