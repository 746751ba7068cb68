#if PostgreSQL
public import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// Finds rows.
    /// - Throws: ``StoreError``; ``DataStoreError`` for work that is left to the context.
    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let found = try rows(request)
        let related = found.members.map(\.batch.rows) + found.destinations.map(\.rows)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: found.rows.snapshots,
            relatedSnapshots: Dictionary(related.flatMap(\.snapshots).map { ($0.persistentIdentifier, $0) }) { $1 }
        )
    }

    /// Counts rows.
    /// - Throws: ``StoreError``; ``DataStoreError`` where the context has to count what it fetches.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        let statement = try statement(request, .count)
        return try reading { connection in
            Int(try connection.run(statement).integer(0, 0) ?? 0)
        }
    }

    /// Finds identifiers.
    /// - Throws: ``StoreError``; ``DataStoreError`` for work that is left to the context.
    public func fetchIdentifiers<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] where T: PersistentModel {
        Array(try identifierList(request))
    }

    package func identifierList<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> IdentifierList {
        let entity = try model.entity(of: ModelLayout.of(T.self))
        let statement = try statement(request, .identifiers)
        return try reading { try RowDecoder($0.run(statement), of: entity, in: model).identifierList() }
    }

    package func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> FetchedBatch {
        let entity = try model.entity(of: ModelLayout.of(T.self))
        let descriptor = request.descriptor
        let wanted = Set(descriptor.propertiesToFetch.compactMap { entity.layout.slot(for: $0) })
        let statement = try statement(request, .rows(slots: wanted.isEmpty ? nil : wanted))
        let prefetched = descriptor.relationshipKeyPathsForPrefetching.compactMap { entity.layout.slot(for: $0) }
        return try reading { connection in
            var answer = FetchedBatch(
                rows: try RowDecoder(connection.run(statement), of: entity, in: model).batch()
            )
            try prefetch(prefetched, of: entity, for: &answer, connection)
            return answer
        }
    }

    /// The statement of a fetch.
    /// - Throws: ``DataStoreError`` where a part of the fetch is none that the server decides.
    private func statement<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>,
        _ columns: SelectStatement.Columns
    ) throws -> PostgresStatement {
        let descriptor = request.descriptor
        let statement = try SelectStatement(
            layout: model.layout,
            dialect: PostgresDialect(),
            entity: model.entity(of: ModelLayout.of(T.self)).name,
            storeIdentifier: identifier,
            query: descriptor.query,
            sort: descriptor.sortKeys(),
            limit: descriptor.fetchLimit.map { max($0, 0) },
            offset: descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil },
            columns: columns,
            ordersByKey: true
        )
        if let reason = statement.residualReason {
            let kind = "A fetch of \(ModelLayout.of(T.self).entityName) filters in memory"
            log.limited(
                .notice,
                kind,
                "\(kind), since the server does not decide a part of its predicate: \(reason)."
            )
            throw DataStoreError.preferInMemoryFilter
        }
        if !statement.residualSort.isEmpty { throw DataStoreError.preferInMemorySort }
        do throws(PostgresValueFailure) {
            return try PostgresStatement(statement.sql, statement.bindings)
        } catch {
            // No column can have the constant, but memory can compare it.
            throw DataStoreError.preferInMemoryFilter
        }
    }

    /// Loads the other sides of relationships for all rows at once.
    private func prefetch(
        _ slots: [Int],
        of entity: PostgresEntity,
        for answer: inout FetchedBatch,
        _ connection: PostgresConnection
    ) throws {
        for slot in slots {
            switch entity.slots[slot] {
            case .toManyByKey, .toManyByJoin:
                let owners = answer.rows.identifiers.keys
                let found = try members(slot, of: entity, owners: owners, salvaging: false, connection)
                for (index, range) in found.ranges.enumerated() {
                    guard let range else { continue }
                    answer.rows.values[index]?[slot] = .identifiers(Array(found.rows.identifiers[range]))
                }
                answer.members.append((slot, found))
            case .toOne(_, _, let name):
                guard let destination = model[name] else { continue }
                var keys: Set<Int64> = []
                for case let values? in answer.rows.values {
                    if case .identifier(let identifier) = values[slot], let key = identifier.row {
                        keys.insert(key)
                    }
                }
                let rows = try rows(keys.sorted(), of: destination, salvaging: false, connection)
                answer.destinations.append((slot, rows))
            case .value, .composite, .none: break
            }
        }
    }
}
#endif
