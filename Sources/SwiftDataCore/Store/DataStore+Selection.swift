// The selection of the requested rows among those that a store returns. The simplest store returns all its rows.

extension DataStore {
    /// Returns the rows of a fetch that are of the class asked for, and of these the page asked for.
    func selection<T: PersistentModel>(of request: DataStoreFetchRequest<T>) throws -> [Snapshot] {
        let doesPages = queryPartsOrUsual.contains(.page)
        let asked = doesPages ? request : request.withoutOffset
        let rows = try fetch(asked).fetchedSnapshots.ofWantedEntities { name in
            schema.entitiesByName[name]?.modelType is T.Type
        }
        return doesPages ? rows : request.descriptor.page(rows)
    }
}

extension DataStoreFetchRequest {
    /// The request for the rows from the first one to the last of the page.
    var withoutOffset: DataStoreFetchRequest {
        DataStoreFetchRequest(editingState: editingState, descriptor: descriptor.withoutOffset)
    }
}

extension FetchDescriptor {
    /// The descriptor of the rows from the first one to the last of the page.
    var withoutOffset: FetchDescriptor {
        guard let offset = fetchOffset else { return self }
        var asked = self
        asked.fetchOffset = nil
        asked.fetchLimit = fetchLimit.flatMap { limit in
            let (end, overflow) = max(limit, 0).addingReportingOverflow(max(offset, 0))
            return overflow ? nil : end
        }
        return asked
    }

    /// The descriptor of all rows that match.
    var withoutPage: FetchDescriptor {
        var asked = self
        asked.fetchLimit = nil
        asked.fetchOffset = nil
        return asked
    }
}

extension Array where Element: DataStoreSnapshot {
    /// The rows of the requested entities. The entity is tested once for each run of rows of one entity.
    func ofWantedEntities(_ isWanted: (String) throws -> Bool) rethrows -> [Element] {
        var last: (space: IdentifierSpace, isWanted: Bool)?
        return try filter { row in
            let identifier = row.persistentIdentifier.resolved
            // One whose store is not open has no space of its own.
            guard !identifier.id.isForeign else { return try isWanted(identifier.entityName) }
            if let last, last.space === identifier.id.space { return last.isWanted }
            let wanted = try isWanted(identifier.entityName)
            last = (identifier.id.space, wanted)
            return wanted
        }
    }
}
