// Fetches. A store of the user's own may leave a part of the work to the context, or not do it, or answer with what was
// not asked.

extension StoreBox {
    package func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedRows {
        var answer = try fetchWhole(descriptor, editing)
        if !isOurs { answer.unloadToMany(but: descriptor.relationshipKeyPathsForPrefetching, of: T._$modelLayout) }
        return answer
    }

    /// As `fetch(_:_:)`, with the members of to-many relationships as the store has them.
    func fetchWhole<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState,
        _ receiving: Receiving = .strict
    ) throws -> FetchedRows {
        var answer = FetchedRows(rows: [])
        if !isOurs {
            let parts = store.queryPartsOrUsual
            answer.needsFilter = descriptor.predicate != nil && !parts.contains(.filter)
            answer.needsSort = !descriptor.sortBy.isEmpty && !parts.contains(.sort)
        }
        while true {
            let asked = answer.asked(descriptor)
            do {
                try fetch(asked, into: &answer, editing, receiving)
                return answer
            } catch DataStoreError.preferInMemoryFilter {
                guard !answer.needsFilter else { throw leftAgain(T.self, "filter") }
                answer.needsFilter = true
            } catch DataStoreError.preferInMemorySort {
                guard !answer.needsSort else { throw leftAgain(T.self, "sort") }
                answer.needsSort = true
            }
        }
    }

    private func leftAgain<T: PersistentModel>(_: T.Type, _ work: String) -> StoreError {
        misbehaving(
            "it left it to the context to \(work) although it was not asked to do so",
            entity: T._$modelLayout.entityName
        )
    }

    private func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        into answer: inout FetchedRows,
        _ editing: EditingState,
        _ receiving: Receiving
    ) throws {
        let doesPages = isOurs || store.queryPartsOrUsual.contains(.page)
        let request = DataStoreFetchRequest(
            editingState: editing,
            descriptor: doesPages ? descriptor : descriptor.withoutOffset
        )
        let entity = T._$modelLayout.entityName
        let result = try calling(about: entity) { try $0.fetch(request) }
        if isOurs, let rows = result.fetchedSnapshots as? [DefaultSnapshot] {
            answer.rows = rows
        } else {
            var snapshots = try result.fetchedSnapshots.ofWantedEntities { name in
                guard let layout = types[name] else {
                    throw misbehaving("it answered with a row of \(name), which is not in its schema", entity: entity)
                }
                return layout.modelType is T.Type
            }
            if !doesPages {
                snapshots = descriptor.page(snapshots)
            } else if let limit = descriptor.fetchLimit, snapshots.count > max(limit, 0) {
                throw misbehaving("it answered with more rows than fetchLimit, which it says it obeys", entity: entity)
            }
            answer.rows = try distinct(snapshots.compactMap { try received($0, receiving) }, receiving)
        }
        answer.related = try received(result.relatedSnapshots, receiving)
    }

    private func distinct(_ rows: [DefaultSnapshot], _ receiving: Receiving) throws -> [DefaultSnapshot] {
        var seen = Set<PersistentIdentifier>(minimumCapacity: rows.count)
        return try rows.filter { row in
            if seen.insert(row.persistentIdentifier).inserted { return true }
            guard case .salvaging = receiving else {
                throw misbehaving("it answered a fetch with one row twice", row, nil)
            }
            return false
        }
    }

    package func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> Int {
        if !isOurs, !doesQuery(descriptor) { throw DataStoreError.preferInMemoryFilter }
        let entity = T._$modelLayout.entityName
        let doesPages = doesPages
        let asked = doesPages ? descriptor : descriptor.withoutOffset
        let count = try calling(about: entity) {
            try $0.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: asked))
        }
        let limit = descriptor.fetchLimit.map { max($0, 0) } ?? .max
        guard count >= 0, !doesPages || count <= limit else {
            throw misbehaving("it counted less than no rows, or more than fetchLimit", entity: entity)
        }
        return doesPages ? count : min(max(count - max(descriptor.fetchOffset ?? 0, 0), 0), limit)
    }

    package func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier] {
        if !isOurs, !doesQuery(descriptor) { throw DataStoreError.preferInMemoryFilter }
        let entity = T._$modelLayout.entityName
        let doesPages = doesPages
        let asked = doesPages ? descriptor : descriptor.withoutOffset
        var identifiers = try calling(about: entity) {
            try $0.fetchIdentifiers(DataStoreFetchRequest(editingState: editing, descriptor: asked))
        }
        guard !isOurs else { return identifiers }
        identifiers = identifiers.map(\.interned)
        if !doesPages { identifiers = descriptor.page(identifiers) }
        guard descriptor.fetchLimit.map({ identifiers.count <= max($0, 0) }) ?? true else {
            throw misbehaving("it answered with more identifiers than fetchLimit", entity: entity)
        }
        var seen = Set<PersistentIdentifier>(minimumCapacity: identifiers.count)
        for identifier in identifiers {
            guard isOwn(identifier), types[identifier.entityName]?.modelType is T.Type else {
                throw misbehaving(
                    "it answered with an identifier that is not one of its own for the entity",
                    entity: entity,
                    model: identifier
                )
            }
            guard seen.insert(identifier).inserted else {
                throw misbehaving("it answered with one identifier twice", entity: entity, model: identifier)
            }
        }
        return identifiers
    }

    /// Whether the store skips and limits rows itself.
    private var doesPages: Bool { isOurs || store.queryPartsOrUsual.contains(.page) }

    /// Whether the store does what a descriptor asks, apart from paging.
    private func doesQuery<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> Bool {
        let parts = store.queryPartsOrUsual
        return (descriptor.predicate == nil || parts.contains(.filter))
            && (descriptor.sortBy.isEmpty || parts.contains(.sort))
    }
}

extension FetchedRows {
    /// What is left to ask of a store.
    fileprivate func asked<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchDescriptor<T> {
        guard needsFilter || needsSort else { return descriptor }
        var asked = descriptor.withoutPage
        if needsFilter { asked.predicate = nil }
        if needsSort { asked.sortBy = [] }
        return asked
    }
}
