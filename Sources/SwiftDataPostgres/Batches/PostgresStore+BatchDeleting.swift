#if PostgreSQL
public import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// Deletes the rows that the request describes, following their delete rules, in one transaction.
    /// - Throws: ``StoreError`` with code `deleteDenied` or `validation` where a rule holds a row back; nothing has changed
    ///   then.
    public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        _ = try deleteReturningCommit(request)
    }

    package func deleteReturningCommit<T>(
        _ request: DataStoreBatchDeleteRequest<T>
    ) throws -> StoreCommit where T: PersistentModel {
        guard isWritable else { throw readOnlyError }
        let entity = try model.entity(of: ModelLayout.of(T.self))
        let found = try SelectStatement(
            layout: model.layout,
            dialect: PostgresDialect(model.choices),
            entity: entity.name,
            storeIdentifier: identifier,
            query: FetchDescriptor(predicate: request.predicate).query?.meeting(model.choices.dates),
            columns: .identifiers,
            includesSubentities: request.includeSubclasses
        )
        // The context can load the models that only memory can find, and delete them.
        guard !found.needsPaging else { throw DataStoreError.preferInMemoryFilter }
        let statement: PostgresStatement
        do throws(PostgresValueFailure) {
            statement = try PostgresStatement(found.sql, found.bindings, model.choices.dates)
        } catch {
            throw DataStoreError.preferInMemoryFilter
        }
        return try writing(commitOf: request.editingState) { transaction in
            func chosen() throws -> [Int64: Set<Int64>] {
                let result = try transaction.run(statement.sql, statement.parameters)
                var rows: [Int64: Set<Int64>] = [:]
                for row in 0..<result.count {
                    guard let key = result.integer(row, 0), let number = result.integer(row, 1) else { continue }
                    rows[number, default: []].insert(key)
                }
                return rows
            }
            // Another writer may change a row before it is locked: locked rows are checked again.
            let found = try chosen()
            let keys = found.values.flatMap { $0 }.sorted()
            guard !keys.isEmpty else { return }
            try transaction.run(
                "SELECT pk FROM \(entity.quotedTable) WHERE pk = ANY($1) ORDER BY pk FOR UPDATE",
                [PostgresParameter(keys: keys)]
            )
            var rows: [Int64: Set<Int64>] = [:]
            for (number, keys) in try chosen() { rows[number] = keys.intersection(found[number] ?? []) }
            try transaction.delete(following: rows.filter { !$0.value.isEmpty })
        }
    }
}

extension SaveTransaction {
    /// Deletes rows by entity number and key, and the rows that cascade from them, without loading them.
    /// - Throws: ``StoreError`` with code `deleteDenied` where a rule holds a row back, or `validation` where a row would lose
    ///   a relationship that it must have.
    mutating func delete(following rows: [Int64: Set<Int64>]) throws {
        let doomed = try cascading(from: rows)
        try checkDenyRules(doomed)
        try nullify(doomed)
        for number in doomed.keys.sorted() {
            guard let entity = model[number: number], let keys = doomed[number]?.sorted() else { continue }
            try delete(keys, of: entity)
        }
    }

    /// The rows, and all that cascade from them.
    private mutating func cascading(from rows: [Int64: Set<Int64>]) throws -> [Int64: Set<Int64>] {
        var doomed = rows
        var waiting = rows
        while let (number, keys) = waiting.popFirst() {
            guard let entity = model[number: number] else { continue }
            for slot in entity.layout.slots(with: .cascade) {
                for (destination, key) in try destinations(of: keys.sorted(), entity, slot)
                where doomed[destination.number, default: []].insert(key).inserted {
                    waiting[destination.number, default: []].insert(key)
                }
            }
        }
        return doomed
    }

    private mutating func checkDenyRules(_ doomed: [Int64: Set<Int64>]) throws {
        for number in doomed.keys.sorted() {
            guard let entity = model[number: number], let keys = doomed[number] else { continue }
            for slot in entity.layout.slots(with: .deny) {
                guard try !survivors(keys, entity, slot, doomed).isEmpty else { continue }
                for key in keys.sorted() {
                    let left = try survivors([key], entity, slot, doomed)
                    guard let first = left.first else { continue }
                    throw entity.error(
                        .deleteDenied,
                        "the delete rule is .deny, and it still has \(left.count) of \(first.entity.name). Delete or move them "
                            + "first.",
                        slot: slot,
                        model: entity.identifier(key)
                    )
                }
            }
        }
    }

    /// Removes the references of rows that stay. Join tables and keys without property go with the rows.
    private mutating func nullify(_ doomed: [Int64: Set<Int64>]) throws {
        for number in doomed.keys.sorted() {
            guard let entity = model[number: number], let keys = doomed[number] else { continue }
            for slot in entity.layout.slots(with: .nullify) {
                guard let inverse = entity.inverse(of: slot) else { continue }
                var groups: [Int64: [Int64]] = [:]
                for row in try survivors(keys, entity, slot, doomed) {
                    groups[row.entity.number, default: []].append(row.key)
                }
                for (number, keys) in groups.sorted(by: { $0.key < $1.key }) {
                    if let other = model[number: number] { try nullify(inverse.slot, of: other, keys) }
                }
            }
        }
    }

    private mutating func nullify(_ slot: Int, of entity: PostgresEntity, _ keys: [Int64]) throws {
        guard case .toOne(let column, let entityColumn, _) = entity.slots[slot] else {
            let known = countedKeys(entity)
            try run(
                "UPDATE \(entity.quotedTable) SET row_version = row_version + 1 WHERE pk = ANY($1) AND pk <> ALL($2)",
                [PostgresParameter(keys: keys), PostgresParameter(keys: known)]
            )
            for key in keys {
                record.update(entity, key, [slot])
                counted.insert(entity.identifier(key))
            }
            return
        }
        guard entity.layout.properties[slot].isOptional else {
            throw entity.error(
                .validation,
                "the model that it leads to would be deleted, and it is not optional",
                slot: slot
            )
        }
        try clear(
            ClearedKey(entity, column, entityColumn: entityColumn),
            where: "t.pk = ANY($1)",
            [PostgresParameter(keys: keys)]
        )
    }

    private mutating func survivors(
        _ keys: Set<Int64>,
        _ entity: PostgresEntity,
        _ slot: Int,
        _ doomed: [Int64: Set<Int64>]
    ) throws -> [(entity: PostgresEntity, key: Int64)] {
        try destinations(of: keys.sorted(), entity, slot)
            .filter { doomed[$0.0.number]?.contains($0.1) != true }
            .map { (entity: $0.0, key: $0.1) }
    }
}
#endif
