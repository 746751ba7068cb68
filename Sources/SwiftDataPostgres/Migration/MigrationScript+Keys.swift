#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MigrationScript {
    /// Gives rows that come into another table keys that no row of it has, and everything that leads to them as well.
    mutating func shiftKeys(_ keys: StoredKeys) throws {
        for plan in tables where !plan.arriving.isEmpty {
            let offsets =
                try step.source.choices.keys == .sequence ? largeOffsets(plan, keys) : smallOffsets(plan, keys)
            for (table, offset) in offsets {
                self.offsets[table, default: [:]][plan.target.tableName] = offset
                if offset > 0 { shift(plan.arriving.filter { $0.source.tableName == table }, in: table, by: offset) }
            }
        }
    }

    /// Offsets behind all keys that there are: keys of a sequence begin with 1 in each table.
    private func largeOffsets(_ plan: TablePlan, _ keys: StoredKeys) throws -> [(table: String, offset: Int64)] {
        let involved = plan.arrivingTables + (plan.source.map { [$0.tableName] } ?? [])
        let last = try involved.map(keys.last).max() ?? 0
        return try plan.arrivingTables.enumerated().map { place, table in
            let factor = Int64(place) + (plan.source == nil ? 0 : 1)
            let (offset, overflow) = last.multipliedReportingOverflow(by: factor)
            guard !overflow, offset < .max / 4 else { throw keysAreTooLarge(plan) }
            return (table, offset)
        }
    }

    /// The smallest offsets with which no two rows have one key. Keys that are ordered by time are seldom alike, and
    /// must not be later than the keys of later rows.
    private func smallOffsets(_ plan: TablePlan, _ keys: StoredKeys) throws -> [(table: String, offset: Int64)] {
        var placed = plan.source.map { [(table: $0.tableName, offset: Int64(0))] } ?? []
        let there = placed.count
        for table in plan.arrivingTables {
            var offset: Int64 = 0
            while try placed.contains(where: { try keys.collide(table, offset, with: $0) }) {
                offset += 1
                guard offset < 10_000 else { throw keysAreTooLarge(plan) }
            }
            placed.append((table, offset))
        }
        return Array(placed[there...])
    }

    private func keysAreTooLarge(_ plan: TablePlan) -> StoreError {
        StoreError(
            .migration,
            "has rows whose keys are too large for a merge into one table.",
            entity: plan.target.entityName
        )
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
