package import SwiftDataCore

/// A result of a check.
package struct Finding: Sendable {
    /// The kinds of checks.
    package enum Check: String, Sendable, CaseIterable {
        case integrity, log, structure, indices, metadata, entities, counters, references, joins, values, uniqueness
        case external, history
    }

    package enum Severity: String, Sendable {
        /// Something is wrong.
        case problem
        /// Nothing is lost or read wrongly, but the owner of the store should be informed.
        case note
    }

    package let check: Check
    package var severity = Severity.problem
    package var entity: String?
    package var property: String?
    package let message: String
    /// The number of affected rows or files; 0 if the finding is about the file as a whole.
    package var count: Int64 = 0
    /// Some of the rows, by key.
    package var keys: [Int64] = []
    /// The repair that needs no decision by a person; nil where there is none.
    package var repair: Repair?

    package init(_ check: Check, _ message: String, entity: String? = nil, property: String? = nil) {
        self.check = check
        self.message = message
        self.entity = entity
        self.property = property
    }

    /// The maximum number of keys that a finding names.
    static let namedKeys = 10
}

/// A change to a copy of the store that makes a finding go away.
package struct Repair: Sendable {
    /// The repair in the past tense, as it is reported.
    package let description: String
    package var statements: [Statement] = []
    /// The names of external files to be removed.
    package var removedFiles: [String] = []

    package init(_ description: String, _ statements: [Statement] = []) {
        self.description = description
        self.statements = statements
    }

    /// A statement with the values of its parameters.
    package struct Statement: Sendable {
        package let sql: String
        package var values: [StoredValue] = []

        package init(_ sql: String, _ values: [StoredValue] = []) {
            self.sql = sql
            self.values = values
        }
    }
}
