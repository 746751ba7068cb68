import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The evaluator in memory by itself, beside Foundation's own evaluation.
struct EvaluatorTests {
    @Test("The evaluator chooses the rows that Foundation chooses", arguments: PredicateCase.all)
    func agreesWithFoundation(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        let node = QueryNode(test.predicate)
        #expect(node.firstUnsupported == nil)
        var evaluator = QueryEvaluator(node)
        let expected = try voyages.map { try test.predicate.evaluate($0) }
        let actual = voyages.map { evaluator.matches(ModelRow($0)) }
        #expect(actual == expected)
        #expect(evaluator.firstFailure == nil)
        // A predicate that chooses all or nothing would prove little.
        #expect(Set(expected).count == 2)
    }

    @Test("A query that has travelled chooses the same rows", arguments: PredicateCase.all)
    func agreesAfterCoding(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        let encoded = try JSONEncoder().encode(QueryNode(test.predicate))
        var evaluator = QueryEvaluator(try JSONDecoder().decode(QueryNode.self, from: encoded))
        let expected = try voyages.map { try test.predicate.evaluate($0) }
        #expect(voyages.map { evaluator.matches(ModelRow($0)) } == expected)
    }

    @Test("The rows of a custom store are those that Foundation chooses", arguments: PredicateCase.all)
    func agreesOnSnapshots(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        let rows = voyages.map { DefaultSnapshot(of: $0) }
        let partners: [any PersistentModel] =
            voyages.compactMap(\.captain) + voyages.flatMap(\.legs) + voyages.flatMap(\.ports)
        let related = Dictionary(
            (rows + partners.map { DefaultSnapshot(of: $0) }).map { ($0.persistentIdentifier, $0) }
        ) {
            first,
            _ in first
        }
        let query = try SnapshotQuery(FetchDescriptor(predicate: test.predicate))
        let expected = try voyages.filter { try test.predicate.evaluate($0) }.map(\.persistentModelID)
        #expect(try query.results(from: rows) { related[$0] }.map(\.persistentIdentifier) == expected)
    }
}
