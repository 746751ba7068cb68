#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MigrationScript {
    /// Gives rows that come into another table keys that no row of it has, and everything that leads to them as well.
    mutating func shiftKeys(_ lastKey: (String) throws -> Int64) throws {
        for plan in tables where !plan.arriving.isEmpty {
            let involved = plan.arrivingTables + (plan.source.map { [$0.tableName] } ?? [])
            let last = try involved.map(lastKey).max() ?? 0
            for (place, table) in plan.arrivingTables.enumerated() {
                let factor = Int64(place) + (plan.source == nil ? 0 : 1)
                let (offset, overflow) = last.multipliedReportingOverflow(by: factor)
                // Keys that are ordered by time are large from the beginning.
                let limit: Int64 = step.source.choices.keys == .sequence ? .max / 4 : .max / 2
                guard !overflow, offset < limit else {
                    throw StoreError(
                        .migration,
                        "has rows whose keys are too large for them to come into one table.",
                        entity: plan.target.entityName
                    )
                }
                offsets[table, default: [:]][plan.target.tableName] = offset
                if offset > 0 { shift(plan.arriving.filter { $0.source.tableName == table }, in: table, by: offset) }
            }
        }
    }

    private mutating func shift(_ moves: [RowMove], in table: String, by offset: Int64) {
        let numbers = Self.list(moves.map(\.source.number))
        let name = quoted(table)
        touched.insert(table)
        for root in step.source.roots {
            for column in step.source.columns(of: root) {
                guard let other = column.destination, step.source.layout[other]?.tableName == table else { continue }
                shift(column.name, of: root.tableName, to: name, numbers, offset)
            }
        }
        for join in step.source.layout.joinTables {
            for (entity, column) in [(join.firstEntity, join.firstColumn), (join.secondEntity, join.secondColumn)]
            where step.source.layout[entity]?.tableName == table {
                shift(column, of: join.name, to: name, numbers, offset)
            }
        }
        statements.append("UPDATE \(name) SET pk = pk + \(offset) WHERE row_entity IN (\(numbers))")
        statements.append(
            "UPDATE \(HistorySchema.changes) SET row_key = row_key + \(offset) WHERE entity IN (\(numbers))"
        )
    }

    private mutating func shift(
        _ column: String,
        of table: String,
        to destination: String,
        _ numbers: String,
        _ offset: Int64
    ) {
        touched.insert(table)
        statements.append(
            "UPDATE \(quoted(table)) h SET \(quoted(column)) = h.\(quoted(column)) + \(offset) FROM \(destination) d "
                + "WHERE d.pk = h.\(quoted(column)) AND d.row_entity IN (\(numbers))"
        )
    }

    /// Gives the rows of a hierarchy that has changed the numbers of the target.
    mutating func renumber() {
        let numbers = mapping.numbers.filter { $0.key != $0.value }
        guard !numbers.isEmpty else { return }
        func update(_ table: String, _ column: String, _ numbers: [Int64: Int64]) {
            let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \($0.value)" }
            statements.append(
                "UPDATE \(quoted(table)) SET \(quoted(column)) = CASE \(quoted(column)) \(cases.joined(separator: " ")) "
                    + "END WHERE \(quoted(column)) IN (\(Self.list(numbers.keys)))"
            )
        }
        for root in step.source.roots {
            let own = numbers.filter { root.familyNumbers.contains($0.key) }
            guard !own.isEmpty else { continue }
            touched.insert(root.tableName)
            update(root.tableName, "row_entity", own)
        }
        var known: Set<[String]> = []
        for entity in step.source.layout.tables {
            for case .toOne(_, let column?, let destination) in entity.properties {
                let family = step.source.layout[destination]?.familyNumbers ?? []
                let own = numbers.filter { family.contains($0.key) }
                guard !own.isEmpty, known.insert([entity.tableName, column]).inserted else { continue }
                touched.insert(entity.tableName)
                update(entity.tableName, column, own)
            }
        }
        update(HistorySchema.changes, "entity", numbers)
    }
}
#endif
