#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// One step of a migration: from the tables of one model to the tables of the next.
struct PostgresStep {
    /// The name of the step in errors.
    let name: String
    let mapping: ModelMapping
    let source: PostgresTables
    let target: PostgresTables
    let code: StageCode?

    /// - Parameters:
    ///   - source: The model of the store, with its numbers.
    ///   - choices: The choices of the store.
    ///   - next: A number that no entity has had; the next one after the step.
    /// - Throws: ``StoreError`` with code `migration`, naming the step, for a change that cannot be inferred.
    init(
        _ name: String,
        from source: ModelOutline,
        to target: ModelOutline,
        _ choices: StoreChoices,
        next: inout Int64,
        code: StageCode? = nil
    ) throws {
        self.name = name
        self.code = code
        var numbered = target
        numbered.numbers = try EntityNumbers.kept(
            in: target,
            origins: ModelMapping.origins(
                of: target.entities.map { ($0.name, $0.originalName) },
                in: source.entities.map { ($0.name, $0.originalName) }
            ) ?? [:],
            before: source.numbers,
            next: next
        )
        next = max(next, (numbered.numbers.values.max() ?? 0) + 1)
        let before = try PostgresTables(source, choices)
        let after = try PostgresTables(numbered, choices)
        (self.source, self.target) = (before, after)
        mapping = try StageCode.naming(name) {
            try ModelMapping(
                from: before.layout,
                to: after.layout,
                leavesValuesToCode: code?.didMigrate != nil,
                leavesRowsToCode: code?.willMigrate != nil
            )
        }
    }

    /// True if a process with the previous tables cannot continue with the tables of the step.
    var changesTables: Bool {
        code != nil || source.fingerprint != target.fingerprint
            || mapping.changes.contains { !$0.isInModelOnly || $0.change == .madeOptional }
    }
}
#endif
