import SwiftDataCore
import SwiftDataSQL

extension StoreFile {
    /// The file with a column for each value of deleted rows that the schema keeps: one that was written before an
    /// attribute was marked `.preserveValueOnDeletion` lacks some.
    ///
    /// Only stores that this library has made get columns. Where they cannot be added, deletions keep less.
    func withTombstoneColumns(_ connection: StoreConnection, _ layout: StoreLayout) -> StoreFile {
        let wanted = Set(layout.tables.flatMap { $0.tombstones.map(\.name) })
        guard hasHistory, orders.mayGrow, !connection.isReadOnly, !wanted.isSubset(of: tombstoneColumns) else {
            return self
        }
        var grown = self
        do {
            try connection.write { runner in
                // Another process may have added them since.
                let known = Set(try runner.strings("SELECT name FROM pragma_table_info('ACHANGE')"))
                let missing = wanted.subtracting(known).sorted { ($0.count, $0) < ($1.count, $1) }
                for name in missing {
                    try runner.run("ALTER TABLE ACHANGE ADD COLUMN \(SQLIdentifier.quoted(name)) BLOB")
                }
            }
            grown.tombstoneColumns.formUnion(wanted)
        } catch {
            log.notice("The history cannot keep values of deleted rows that the schema asks for: \(error)")
        }
        return grown
    }
}
