import SwiftDataCore
import SwiftDataSQL

/// The rows of a migrated store that the rows of before the migration have become.
struct Successors {
    let runner: SQLRunner
    let mapping: ModelMapping
    let offsets: KeyOffsets

    /// Nil where the row is deleted.
    func identifier(for old: PersistentIdentifier) throws -> PersistentIdentifier? {
        guard let store = old.storeIdentifier, let key = old.resolved.row,
            let source = mapping.source[old.entityName], let entity = mapping[source: old.entityName],
            let target = mapping.target[entity.target.name]
        else { return nil }
        let offset = offsets.offset(from: source.tableName, to: target.tableName)
        let (row, overflow) = key.addingReportingOverflow(offset)
        guard !overflow else { return nil }
        var number: Int64?
        try runner.query("SELECT Z_ENT FROM \(SQLIdentifier.quoted(target.tableName)) WHERE Z_PK = ?") {
            $0.integer(row)
        } row: {
            number = $0.integer(0)
        }
        guard let number else { return nil }
        // In a table of one entity all rows are its own, whatever number they have.
        guard target.isShared else { return PersistentIdentifier(store: store, entity: target.entityName, row: row) }
        guard target.familyNumbers.contains(number), let name = mapping.target[number: number]?.entityName else {
            return nil
        }
        return PersistentIdentifier(store: store, entity: name, row: row)
    }
}
