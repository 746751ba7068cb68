import SwiftDataCore
import SwiftDataSQL

/// One step of a store's migration: from one model to the next.
struct PlanStep {
    typealias Code = StageCode

    /// The name of the step in errors.
    let name: String
    let inferred: InferredMigration
    /// The model that the file has afterwards.
    let target: ModelOutline
    let code: Code?

    /// - Throws: ``StoreError`` with code `migration`, naming the step, for a change that cannot be inferred.
    init(_ name: String, from source: ModelOutline, to target: ModelOutline, code: Code? = nil) throws {
        self.name = name
        self.target = target
        self.code = code
        // Only code that sees both shapes can convert values whose type has changed.
        let leavesValuesToCode = code?.didMigrate != nil
        inferred = try Self.naming(name) {
            try InferredMigration(
                from: source,
                to: target,
                leavesValuesToCode: leavesValuesToCode,
                leavesRowsToCode: code?.willMigrate != nil
            )
        }
    }

    /// Runs a closure, and adds the name of the step to its errors.
    static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        try StageCode.naming(name, body)
    }
}
