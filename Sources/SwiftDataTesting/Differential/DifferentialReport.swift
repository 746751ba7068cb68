/// The comparisons of a run, and the differences that it found.
package struct DifferentialReport: Sendable {
    /// A predicate of which two of the three do not choose the same rows.
    package struct Disagreement: Sendable, CustomStringConvertible {
        /// Makes the predicate again: ``DifferentialRound/init(seed:hasPendingChanges:)`` and the number in it.
        package let seed: UInt64
        package let number: Int
        package let between: String
        package let query: String
        package let rows: String

        package var description: String { "seed \(seed), predicate \(number), \(between): \(query)\n    \(rows)" }
    }

    package var predicates = 0
    package var predicatesWithPendingChanges = 0
    package var rows = 0
    /// Predicates that choose some rows and not all.
    package var selective = 0
    /// Predicates that Foundation evaluated too, by code of its own alone.
    package var checkedByFoundation = 0
    /// Predicates of which the store leaves nothing to memory.
    package var translated = 0
    /// Predicates about whose rows another question was asked.
    package var questions = 0
    package var kinds: [String: Int] = [:]
    package var disagreements: [Disagreement] = []
    package var disagreementCount = 0

    package init() {}

    package static func += (lhs: inout DifferentialReport, rhs: DifferentialReport) {
        lhs.predicates += rhs.predicates
        lhs.predicatesWithPendingChanges += rhs.predicatesWithPendingChanges
        lhs.rows += rhs.rows
        lhs.selective += rhs.selective
        lhs.checkedByFoundation += rhs.checkedByFoundation
        lhs.translated += rhs.translated
        lhs.questions += rhs.questions
        lhs.kinds.merge(rhs.kinds, uniquingKeysWith: +)
        lhs.disagreements += rhs.disagreements
        lhs.disagreementCount += rhs.disagreementCount
    }

    package func share(_ count: Int) -> Int { predicates == 0 ? 0 : count * 100 / predicates }

    /// The summary that a run prints.
    package func summary(seed: UInt64) -> String {
        let kinds = kinds.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }.joined(separator: "\n")
        return """
            Differential test, seed \(seed): \(predicates) predicates, \(rows) rows compared, \
            \(share(selective)) % choose some and not all, \(share(translated)) % are SQL alone, \
            \(share(checkedByFoundation)) % checked by Foundation too, \
            \(share(predicatesWithPendingChanges)) % with pending changes, \
            disagreements: \(disagreementCount == 0 ? "none" : String(disagreementCount))
            Kinds of node:
            \(kinds)
            """
    }
}
