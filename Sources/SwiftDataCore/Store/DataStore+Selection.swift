// What a store answers to a fetch, as far as it is what was asked. The simplest store returns all it has.

extension DataStore {
    /// The rows of an answer that are of the class asked for, and of these the page asked for where the store did not
    /// choose it.
    package func selected<T: PersistentModel>(
        _ answer: DataStoreFetchResult<T, Snapshot>,
        _ request: DataStoreFetchRequest<T>
    ) throws -> [Snapshot] {
        let all = answer.fetchedSnapshots
        var isWanted: [String: Bool] = [:]
        let rows = all.filter { row in
            let name = row.persistentIdentifier.entityName
            if let known = isWanted[name] { return known }
            let wanted = schema.entitiesByName[name]?.modelType is T.Type
            isWanted[name] = wanted
            return wanted
        }
        let hasOthers = rows.count != all.count
        let isPaged = try !hasOthers && isPage(rows.count, request)
        return isPaged ? rows : request.descriptor.page(rows)
    }

    /// Whether so many rows can be the page that was asked for. A store that skips rows has more of them than it
    /// returned.
    private func isPage<T: PersistentModel>(_ count: Int, _ request: DataStoreFetchRequest<T>) throws -> Bool {
        if let limit = request.descriptor.fetchLimit, count > max(limit, 0) { return false }
        guard let offset = request.descriptor.fetchOffset, offset > 0, count > 0 else { return true }
        var everything = request.descriptor
        everything.fetchLimit = nil
        everything.fetchOffset = nil
        do {
            let editing = request.editingState
            return try fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: everything)) > count
        } catch let error as DataStoreError where error.isLeftToContext {
            return true
        }
    }
}
