import SwiftDataCore
package import SwiftDataSQL

/// A migration that two models tell by themselves, done by SQL.
package struct InferredMigration: Sendable {
    let mapping: ModelMapping

    /// - Throws: ``StoreError`` with code `migration`, naming entity and property and what they were, for a change that
    ///   cannot be inferred or could lose a value.
    package init(from source: ModelOutline, to target: ModelOutline) throws {
        mapping = try ModelMapping(from: StoreLayout(source), to: StoreLayout(target))
    }

    /// Moves the rows of a store. The caller has begun a transaction, and ends it.
    /// - Parameter report: Is told now and then how far it has come.
    /// - Throws: ``StoreError`` with code `migration` for rows that stand in the way; the caller takes everything back.
    func run(_ runner: SQLRunner, _ external: ExternalStorage, report: (MigrationProgress) throws -> Void) throws {
        throw StoreError(.migration, "The schema has changed, and stores cannot be migrated yet.")
    }
}
