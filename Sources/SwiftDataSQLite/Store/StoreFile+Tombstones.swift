import SwiftDataCore
import SwiftDataSQL

extension StoreFile {
    /// The columns that keep values of an entity's deleted rows.
    func tombstones(of table: EntityTable) -> [TombstoneColumn] {
        tombstoneNumbers.columns(of: table).filter { tombstoneColumns.contains($0.name) }
    }

    /// The file with a numbered column for each value of deleted rows that the schema keeps: one that was written before
    /// an attribute was marked `.preserveValueOnDeletion` lacks some.
    ///
    /// Only stores that this library has made get numbers and columns. Where they cannot be added, deletions keep less.
    func withTombstoneColumns(_ connection: StoreConnection, _ layout: StoreLayout) -> StoreFile {
        var numbers = tombstoneNumbers
        numbers.append(layout.tables)
        guard hasHistory, numbers != tombstoneNumbers || !hasColumns(for: layout, numbers) else { return self }
        var grown = self
        guard orders.mayGrow, !connection.isReadOnly else {
            // A file that says nothing has them by name: Apple's frameworks made it, or an early version of this library.
            if tombstoneNumbers.isEmpty { grown.tombstoneNumbers = numbers }
            return grown
        }
        do {
            try connection.write { try grown.addTombstoneColumns($0, layout, path: connection.path ?? "the store") }
        } catch {
            log.notice("The history cannot keep values of deleted rows that the schema asks for: \(error)")
            return self
        }
        return grown
    }

    private mutating func addTombstoneColumns(_ runner: SQLRunner, _ layout: StoreLayout, path: String) throws {
        // Another process may have added some since, for another version of the schema.
        var metadata = try Self.metadata(runner, path: path)
        var columns = Set(try runner.strings("SELECT name FROM pragma_table_info('ACHANGE')"))
        let stored = metadata.tombstones
        metadata.tombstones.append(layout.tables)
        if metadata.tombstones != stored {
            let list = try metadata.propertyList()
            try runner.run("UPDATE Z_METADATA SET Z_PLIST = ? WHERE Z_UUID = ?") {
                $0.blob(list)
                $0.text(metadata.storeIdentifier)
            }
        }
        let wanted = layout.tables.flatMap { metadata.tombstones.columns(of: $0) }.sorted { $0.number < $1.number }
        for column in wanted where columns.insert(column.name).inserted {
            try runner.run("ALTER TABLE ACHANGE ADD COLUMN \(SQLIdentifier.quoted(column.name)) BLOB")
        }
        tombstoneNumbers = metadata.tombstones
        tombstoneColumns = columns.filter { $0.hasPrefix("ZTOMBSTONE") }
    }

    private func hasColumns(for layout: StoreLayout, _ numbers: TombstoneNumbers) -> Bool {
        layout.tables.allSatisfy { table in
            numbers.columns(of: table).allSatisfy { tombstoneColumns.contains($0.name) }
        }
    }
}
