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
    /// - Throws: ``StoreError``; ``DataStoreError`` where the context has to count fetched models.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        try ServerFetch(request, self).count()
    }

    /// Finds identifiers.
    /// - Throws: ``StoreError``; ``DataStoreError`` for work that is left to the context.
    public func fetchIdentifiers<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] where T: PersistentModel {
        Array(try identifierList(request))
    }

    package func identifierList<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> IdentifierList {
        try ServerFetch(request, self).identifierList()
    }

    package func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> FetchedBatch {
        let fetch = try ServerFetch(request, self)
        var answer = FetchedBatch(rows: try fetch.rows())
        guard !fetch.prefetchedSlots.isEmpty else { return answer }
        return try reading { connection in
            try prefetch(fetch.prefetchedSlots, of: fetch.entity, for: &answer, connection)
            return answer
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
                answer.addMembers(found, of: slot)
            case .toOne(_, _, let name):
                guard let destination = model[name] else { continue }
                let keys = answer.destinationKeys(of: slot)
                let rows = try rows(keys, of: destination, salvaging: false, connection)
                answer.destinations.append((slot, rows))
            case .value, .composite, .none: break
            }
        }
    }
}
#endif
