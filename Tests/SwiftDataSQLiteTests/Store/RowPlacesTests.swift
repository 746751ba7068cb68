import SwiftDataCore
import SwiftDataSQL
import SwiftDataTesting
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// In which order new rows get keys and are written, beside the rule in its plainest form.
@Suite struct RowPlacesTests {
    private struct Graph {
        var rows: [EncodedRow] = []
        var updated: [EncodedRow] = []
    }

    private static let names = ["Shelf", "Volume", "Subject", "Note"]

    /// New rows of several tables, some of which have other rows as members, and stored ones that gain some.
    private func graph(_ model: StoreModel, _ random: inout SeededRandom) throws -> Graph {
        let entities = try Self.names.map { try #require(model[$0]) }
        let count = random.below(30)
        let kinds = (0..<count).map { _ in random.below(entities.count) }
        let identifiers = kinds.map {
            PersistentIdentifier(space: entities[$0].layout.temporarySpace, key: .temporary(TemporaryKey()))
        }
        func row(_ entity: StoreEntity, _ identifier: PersistentIdentifier, isOrderly: Bool) -> EncodedRow {
            var values = entity.layout.emptyValues
            for slot in entity.shape.toMany where random.chance(60) {
                let own = entity.layout.properties[slot].relationship?.destination._$modelLayout.entityName
                let fitting = kinds.indices.filter { Self.names[kinds[$0]] == own && random.chance(40) }
                let members = isOrderly ? fitting : fitting.shuffled(using: &random)
                values[slot] = .identifiers(members.map { identifiers[$0] })
            }
            return EncodedRow(entity: entity, identifier: identifier, values: values)
        }
        let isOrderly = random.chance(50)
        var graph = Graph()
        for (kind, identifier) in zip(kinds, identifiers) {
            graph.rows.append(row(entities[kind], identifier, isOrderly: isOrderly))
        }
        for key in 0..<random.below(3) {
            let entity = entities[random.below(2)]
            graph.updated.append(row(entity, entity.identifier(Int64(key + 1)), isOrderly: isOrderly))
        }
        return graph
    }

    /// The members of a row's relationships among the new rows, one relationship after the other.
    private func members(_ row: EncodedRow, of graph: Graph) -> [[Int]] {
        row.entity.slots.indices.filter { row.entity.slots[$0].isToMany }.map { slot in
            guard case .identifiers(let members) = row.values[slot] else { return [] }
            return members.compactMap { member in graph.rows.firstIndex { $0.identifier == member } }
        }
    }

    @Test(arguments: Trials.seeds(30, from: 0))
    func rowsGetKeysByTableAndInTheOrderOfTheirRelationships(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let library = try Library()
        for _ in 0..<4 {
            let graph = try graph(library.store.model, &random)
            let keys = KeyMap(model: library.store.model, rows: graph.rows)
            let places = RowPlaces(graph.rows, after: graph.updated, keys)

            let lists = (graph.updated + graph.rows).flatMap { members($0, of: graph) }
            let isInGivenOrder = lists.allSatisfy { list in zip(list, list.dropFirst()).allSatisfy { $0 < $1 } }
            var order = isInGivenOrder ? [] : lists.flatMap { $0 }
            order += graph.rows.indices
            var seen: Set<Int> = []
            order = order.filter { seen.insert($0).inserted }
            var expected: [(table: String, places: [Int])] = []
            for place in order {
                let table = graph.rows[place].entity.table.tableName
                if let index = expected.firstIndex(where: { $0.table == table }) {
                    expected[index].places.append(place)
                } else {
                    expected.append((table, [place]))
                }
            }
            #expect(places.groups.map { $0.places.map(Int.init) } == expected.map(\.places))

            // Shelves and subjects have unique values: those of a table as they were given, before all others.
            func isUnique(_ table: String) -> Bool { table == "ZSHELF" || table == "ZSUBJECT" }
            let first = expected.filter { isUnique($0.table) }.flatMap { $0.places.sorted() }
            let others = expected.filter { !isUnique($0.table) }.flatMap(\.places)
            #expect(places.writing(graph.rows).map(Int.init) == first + others)
        }
    }
}
