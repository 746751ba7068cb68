import Foundation
import SwiftData
import SwiftDataCore
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
        let rows = voyages.map(Self.snapshot)
        let partners: [any PersistentModel] =
            voyages.compactMap(\.captain) + voyages.flatMap(\.legs) + voyages.flatMap(\.ports)
        let related = Dictionary((rows + partners.map(Self.snapshot)).map { ($0.persistentIdentifier, $0) }) {
            first,
            _ in first
        }
        let query = try SnapshotQuery(FetchDescriptor(predicate: test.predicate))
        let expected = try voyages.filter { try test.predicate.evaluate($0) }.map(\.persistentModelID)
        #expect(try query.results(from: rows) { related[$0] }.map(\.persistentIdentifier) == expected)
    }

    private static func snapshot(_ model: any PersistentModel) -> DefaultSnapshot {
        let state = model._$modelState
        return DefaultSnapshot(
            persistentIdentifier: state.identifier,
            layout: state.layout,
            values: state.layout.properties.map { property in
                switch property.shape {
                case .attribute: state.reading.value(at: property.slot)
                case .toOne:
                    state.partners.destination(at: property.slot).map { .identifier($0.persistentModelID) } ?? .null
                case .toMany: .identifiers(state.partners.destinations(at: property.slot).map(\.persistentModelID))
                }
            }
        )
    }
}
