import Foundation
import SwiftDataCore
import SwiftDataSQL

// Queries over damaged pages: the rows that can be read are tested and sorted in memory.

extension DynamicStore {
    /// The rows of a query that SQLite aborts, as far as they can be read, all of them in their order.
    /// - Throws: ``StoreError`` for an error that is not damage, and the errors of the reading's report.
    func rowsAroundDamage(_ fetch: StoredFetch, _ reading: RowReading) throws -> [DynamicRow] {
        let family = store.model.family(of: fetch.entity)
        // The test reads members by itself.
        let members = family.flatMap { entity in
            entity.slots.indices.filter { entity.slots[$0].isToMany }.map { entity.layout.properties[$0].name }
        }
        let named = fetch.propertyNames.subtracting(members)
        let needed = reading.properties.map { reading.reading($0.union(named)) } ?? reading
        var rows: [DynamicRow] = []
        for entity in family {
            try forEachReadableRow(of: entity.name, needed) { rows.append($0) }
        }
        rows.sort { $0.primaryKey < $1.primaryKey }
        var test = DamagedQueryTest(fetch, rows.map(\.snapshot))
        let order = QueryOrder(fetch.keys)
        var found: [(row: DynamicRow, keys: [Evaluated])] = []
        for row in rows {
            let outcome = try test.test(row.snapshot)
            if let reason = outcome.failure {
                let key = row.primaryKey
                try reading.note(
                    Unreadable(entityName: row.entityName, propertyName: nil, keys: key...key, reason: reason)
                )
            }
            if outcome.isMatch { found.append((row, outcome.keys)) }
        }
        guard !order.keys.isEmpty else { return found.map(\.row) }
        return found.enumerated().sorted { left, right in
            let result = order.compare(left.element.keys, right.element.keys)
            return result == .orderedSame ? left.offset < right.offset : result == .orderedAscending
        }.map(\.element.row)
    }
}

/// Tests rows one by one, where a value of the condition or the order may be damaged.
private struct DamagedQueryTest {
    struct Outcome {
        var isMatch = false
        /// The keys by which the row is sorted; nil for keys that cannot be read.
        var keys: [Evaluated] = []
        /// The reason why the row cannot be tested or sorted.
        var failure: String?
    }

    private let fetch: StoredFetch
    /// The values of all rows, read together; nil once that has failed.
    private var shared: SnapshotNeighbours?

    init(_ fetch: StoredFetch, _ rows: [DefaultSnapshot]) {
        self.fetch = fetch
        shared = SnapshotNeighbours(rows, store: fetch.store)
    }

    /// - Throws: ``StoreError`` for an error that is not damage.
    mutating func test(_ snapshot: DefaultSnapshot) throws -> Outcome {
        if let shared {
            let outcome = try test(SnapshotRow(snapshot: snapshot, neighbours: shared))
            if outcome.failure == nil { return outcome }
            // From now on, damage of one row's neighbours does not concern the other rows.
            self.shared = nil
        }
        let own = SnapshotNeighbours([snapshot], store: fetch.store)
        return try test(SnapshotRow(snapshot: snapshot, neighbours: own))
    }

    private func test(_ row: SnapshotRow) throws -> Outcome {
        var outcome = Outcome()
        do {
            var scope = QueryScope(root: row)
            outcome.isMatch = try fetch.query.map { try scope.evaluate($0).bool() } ?? true
        } catch let error as StoreError where !error.isDamage {
            throw error
        } catch {
            outcome.failure = "the filter cannot be evaluated for it"
            return outcome
        }
        guard outcome.isMatch else { return outcome }
        for key in fetch.keys {
            var scope = QueryScope(root: row)
            do {
                outcome.keys.append(try scope.evaluate(key.key))
            } catch let error as StoreError where !error.isDamage {
                throw error
            } catch {
                outcome.keys.append(.null)
                outcome.failure = "its sort key cannot be read"
            }
        }
        return outcome
    }
}
