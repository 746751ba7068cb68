public import SwiftDataCore
import SwiftDataSQL

extension DynamicStore {
    /// Finds rows of an entity and of the entities below it.
    /// - Parameters:
    ///   - entityName: The entity.
    ///   - filter: The condition, made of ``QueryNode/root`` and the names of properties; nil for all rows.
    ///   - sort: The order, most significant first; by key where there is none.
    ///   - limit: The maximum number of rows; nil for no limit.
    ///   - offset: The number of rows to skip.
    ///   - includesMembers: True if the members of relationships to many models are looked up.
    /// - Throws: ``SwiftDataError/unknownSchema`` for an unknown entity, ``StoreError`` for a row that cannot be read.
    public func rows(
        of entityName: String,
        where filter: QueryNode? = nil,
        sortedBy sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil,
        includesMembers: Bool = true
    ) throws -> [DynamicRow] {
        let fetch = try fetch(entityName, filter, sort, limit, offset)
        return try dynamic(try fetch.rows().rows.snapshots, includesMembers: includesMembers)
    }

    /// Counts rows of an entity and of the entities below it.
    /// - Throws: The errors of ``rows(of:where:sortedBy:limit:offset:includesMembers:)``.
    public func count(of entityName: String, where filter: QueryNode? = nil) throws -> Int {
        try fetch(entityName, filter, [], nil, nil).count()
    }

    /// Finds identifiers of rows.
    /// - Throws: The errors of ``rows(of:where:sortedBy:limit:offset:includesMembers:)``.
    public func identifiers(
        of entityName: String,
        where filter: QueryNode? = nil,
        sortedBy sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil
    ) throws -> [PersistentIdentifier] {
        try fetch(entityName, filter, sort, limit, offset).identifiers()
    }

    func fetch(
        _ entityName: String,
        _ filter: QueryNode?,
        _ sort: [QuerySort],
        _ limit: Int?,
        _ offset: Int?
    ) throws -> StoredFetch {
        StoredFetch(
            try entity(entityName),
            store: store,
            query: filter,
            keys: sort,
            limit: limit,
            offset: offset,
            ordersByKey: true
        )
    }
}
