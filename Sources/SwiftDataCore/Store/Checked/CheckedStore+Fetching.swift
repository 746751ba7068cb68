// Fetches. A store of the user's own may leave a part of the work to the context, or not do it, or answer with rows
// that were not asked for.

/// The rows of a fetch, as a store of any type answers them.
struct FetchedRows {
    var rows: [DefaultSnapshot] = []
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    var left = ResidualWork()
}

extension CheckedStore {
    package func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> FetchedBatch {
        var answer = try fetchWhole(descriptor, editing)
        let slots = descriptor.relationshipKeyPathsForPrefetching.compactMap { T._$modelLayout.slot(for: $0) }
        answer.unloadToMany(but: Set(slots))
        return answer.batch(prefetching: slots)
    }

    /// Fetches as `fetch(_:_:)` does, with the members of to-many relationships as the store has them.
    func fetchWhole<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState,
        _ receiving: Receiving = .strict
    ) throws -> FetchedRows {
        let parts = store.queryPartsOrUsual
        var left = ResidualWork(
            filter: descriptor.predicate != nil && !parts.contains(.filter),
            sort: !descriptor.sortBy.isEmpty && !parts.contains(.sort)
        )
        do {
            var answer = try left.asking(descriptor) { try fetchOnce($0, editing, receiving) }
            answer.left = left
            return answer
        } catch DataStoreError.preferInMemoryFilter {
            throw leftToContext(T.self, "filter")
        } catch DataStoreError.preferInMemorySort {
            throw leftToContext(T.self, "sort")
        }
    }

    private func leftToContext<T: PersistentModel>(_: T.Type, _ work: String) -> StoreError {
        misbehaving(
            "it left the \(work) to the context although the request has none",
            entity: T._$modelLayout.entityName
        )
    }

    private func fetchOnce<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState,
        _ receiving: Receiving
    ) throws -> FetchedRows {
        let doesPages = doesPages
        let request = DataStoreFetchRequest(
            editingState: editing,
            descriptor: doesPages ? descriptor : descriptor.withoutOffset
        )
        let entity = T._$modelLayout.entityName
        let result = try calling(about: entity) { try $0.fetch(request) }
        var snapshots = try result.fetchedSnapshots.ofWantedEntities { name in
            guard let layout = types[name] else {
                throw misbehaving("it returned a row of \(name), which is not in its schema", entity: entity)
            }
            return layout.modelType is T.Type
        }
        if !doesPages {
            snapshots = descriptor.page(snapshots)
        } else if let limit = descriptor.fetchLimit, snapshots.count > max(limit, 0) {
            throw misbehaving("it returned more rows than fetchLimit, which it declares to apply", entity: entity)
        }
        return FetchedRows(
            rows: try distinct(snapshots.compactMap { try received($0, receiving) }, receiving),
            related: try received(result.relatedSnapshots, receiving)
        )
    }

    private func distinct(_ rows: [DefaultSnapshot], _ receiving: Receiving) throws -> [DefaultSnapshot] {
        var seen = Set<PersistentIdentifier>(minimumCapacity: rows.count)
        return try rows.filter { row in
            if seen.insert(row.persistentIdentifier).inserted { return true }
            guard case .salvaging = receiving else {
                throw misbehaving("it returned the same row twice for a fetch", row, nil)
            }
            return false
        }
    }

    package func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> Int {
        if !doesQuery(descriptor) { throw DataStoreError.preferInMemoryFilter }
        let entity = T._$modelLayout.entityName
        let doesPages = doesPages
        let asked = doesPages ? descriptor : descriptor.withoutOffset
        let count = try calling(about: entity) {
            try $0.fetchCount(DataStoreFetchRequest(editingState: editing, descriptor: asked))
        }
        let limit = descriptor.fetchLimit.map { max($0, 0) } ?? .max
        guard count >= 0, !doesPages || count <= limit else {
            throw misbehaving("its fetchCount is negative, or greater than fetchLimit", entity: entity)
        }
        return doesPages ? count : min(max(count - max(descriptor.fetchOffset ?? 0, 0), 0), limit)
    }

    package func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList {
        if !doesQuery(descriptor) { throw DataStoreError.preferInMemoryFilter }
        let entity = T._$modelLayout.entityName
        let doesPages = doesPages
        let asked = doesPages ? descriptor : descriptor.withoutOffset
        var identifiers = try calling(about: entity) {
            try $0.fetchIdentifiers(DataStoreFetchRequest(editingState: editing, descriptor: asked))
        }
        identifiers = identifiers.map(\.interned)
        if !doesPages { identifiers = descriptor.page(identifiers) }
        guard descriptor.fetchLimit.map({ identifiers.count <= max($0, 0) }) ?? true else {
            throw misbehaving("it returned more identifiers than fetchLimit", entity: entity)
        }
        var seen = Set<PersistentIdentifier>(minimumCapacity: identifiers.count)
        for identifier in identifiers {
            guard isOwn(identifier), types[identifier.entityName]?.modelType is T.Type else {
                throw misbehaving(
                    "it returned an identifier of another store or another entity",
                    entity: entity,
                    model: identifier
                )
            }
            guard seen.insert(identifier).inserted else {
                throw misbehaving("it returned the same identifier twice", entity: entity, model: identifier)
            }
        }
        return IdentifierList(identifiers)
    }

    /// True if the store skips and limits rows itself.
    private var doesPages: Bool { store.queryPartsOrUsual.contains(.page) }

    /// True if the store can evaluate a descriptor itself, apart from paging.
    private func doesQuery<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> Bool {
        let parts = store.queryPartsOrUsual
        return (descriptor.predicate == nil || parts.contains(.filter))
            && (descriptor.sortBy.isEmpty || parts.contains(.sort))
    }
}

extension FetchedRows {
    /// The rows as a batch, with the rows that came for relationships.
    fileprivate func batch(prefetching slots: [Int]) -> FetchedBatch {
        var batch = FetchedBatch(rows: RowBatch(rows), left: left)
        guard !related.isEmpty else { return batch }
        for slot in slots {
            if rows.contains(where: { $0.layout.properties[slot].isToMany }) {
                batch.members.append((slot, members(slot)))
            } else {
                var seen: Set<PersistentIdentifier> = []
                let destinations = rows.compactMap { row -> DefaultSnapshot? in
                    guard case .identifier(let identifier) = row.values[slot], seen.insert(identifier).inserted else {
                        return nil
                    }
                    return related[identifier]
                }
                batch.destinations.append((slot, RowBatch(destinations)))
            }
        }
        return batch
    }

    /// The members that came with the rows.
    private func members(_ slot: Int) -> MemberBatch {
        var members: [DefaultSnapshot] = []
        let ranges = rows.map { row -> Range<Int>? in
            guard case .identifiers(let identifiers) = row.values[slot] else { return nil }
            let start = members.count
            members.append(contentsOf: identifiers.compactMap { related[$0] })
            return start..<members.count
        }
        return MemberBatch(rows: RowBatch(members), ranges: ranges)
    }

    /// Leaves to-many relationships to be loaded, except relationships that were requested and came with all their
    /// members.
    fileprivate mutating func unloadToMany(but slots: Set<Int>) {
        let present = Set(related.keys)
        rows = rows.map { row in
            row.unloading { slot, members in
                members.isEmpty || slots.contains(slot) && members.allSatisfy(present.contains)
            }
        }
        related = related.mapValues(\.withoutMembers)
    }
}
