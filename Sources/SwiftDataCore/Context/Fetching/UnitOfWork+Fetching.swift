import Foundation

extension UnitOfWork {
    /// The models that a descriptor describes, with the unsaved changes of this context taken into account where it
    /// asks for that.
    package func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        receive()
        followCascades()
        defer {
            announceConflicts()
            announceReadFailures()
        }
        let store = try store(for: T.self)
        return try withoutStandIns {
            if let merge = try PendingMerge.ifNeeded(descriptor, unit: self, store: store) {
                return try merge.results()
            }
            return try fetchStored(descriptor, from: store)
        }
    }

    package func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        receive()
        followCascades()
        let store = try store(for: T.self)
        if let merge = try PendingMerge.ifNeeded(descriptor, unit: self, store: store) {
            return try withoutStandIns { try merge.results().count }
        }
        do {
            return try store.fetchCount(descriptor, editing)
        } catch let error as DataStoreError where error.isLeftToContext {
            return try fetchStored(descriptor, from: store).count
        }
    }

    package func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> [PersistentIdentifier] {
        try exclusively { try foundIdentifiers(descriptor) }
    }

    private func foundIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> [PersistentIdentifier] {
        receive()
        followCascades()
        let store = try store(for: T.self)
        if let merge = try PendingMerge.ifNeeded(descriptor, unit: self, store: store) {
            return try withoutStandIns { try merge.results().map(\.persistentModelID) }
        }
        do {
            return try store.fetchIdentifiers(descriptor, editing)
        } catch let error as DataStoreError where error.isLeftToContext {
            return try fetchStored(descriptor, from: store).map(\.persistentModelID)
        }
    }

    /// What the store has, as models.
    package func fetchStored<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> [T] {
        if let models = try fetchBatch(descriptor, from: store) { return models }
        let answer = try repeatingAfterSaves { try store.fetch(descriptor, editing) }
        let batch = FaultBatch(answer.rows.map(\.persistentIdentifier))
        for snapshot in answer.related.values {
            _ = identityMap[snapshot.persistentIdentifier]?.refresh(with: snapshot)
        }
        var models: [T] = []
        models.reserveCapacity(answer.rows.count)
        for index in answer.rows.indices {
            var row = answer.rows[index]
            try FetchedValues.check(&row, known: identityMap[row.persistentIdentifier])
            guard let model = materialize(row, batch: batch, index: index) as? T else {
                if answer.needsFilter || answer.needsSort { continue }
                throw StoreError(
                    .misbehavingStore,
                    "the store answered a fetch with a row of \(row.layout.entityName).",
                    entity: T._$modelLayout.entityName,
                    model: row.persistentIdentifier
                )
            }
            models.append(model)
        }
        alignDisplacedEdits()
        keepPrefetched(answer.related, descriptor, models)
        guard answer.needsFilter || answer.needsSort else { return models }
        if answer.needsFilter, let predicate = descriptor.predicate {
            let matches = try ModelMatcher(predicate)
            models.removeAll { !matches($0) }
        }
        models = try ModelOrder(descriptor.sortBy).sort(models)
        return descriptor.page(models)
    }

    /// A store may lead back here, and let the context save: what it has read before is out of date then.
    func repeatingAfterSaves<Answer>(_ read: () throws -> Answer) throws -> Answer {
        for _ in 0..<3 {
            let before = generation
            let answer = try read()
            if generation == before { return answer }
        }
        return try read()
    }

    /// Rows that were prefetched wait in the batches through which relationships are read.
    private func keepPrefetched<T: PersistentModel>(
        _ related: [PersistentIdentifier: DefaultSnapshot],
        _ descriptor: FetchDescriptor<T>,
        _ models: [T]
    ) {
        guard !related.isEmpty else { return }
        for keyPath in descriptor.relationshipKeyPathsForPrefetching {
            guard let slot = T._$modelLayout.slot(for: keyPath) else { continue }
            for model in models {
                let state = model._$modelState
                switch state.values[slot] {
                case .identifiers(let members):
                    let batch = FaultBatch(members)
                    batch.keep(rows(members, in: related), generation: generation)
                    state.toManyBatches[slot] = (batch, 0)
                case .identifier(let destination):
                    let batch = state.batch?.toOneBatch(slot: slot) {
                        FaultBatch(
                            models.compactMap { other in
                                if case .identifier(let id) = other._$modelState.values[slot] { id } else { nil }
                            }
                        )
                    }
                    batch?.keep(rows([destination], in: related), generation: generation)
                default:
                    break
                }
            }
        }
    }

    private func rows(
        _ identifiers: [PersistentIdentifier],
        in related: [PersistentIdentifier: DefaultSnapshot]
    ) -> [PersistentIdentifier: DefaultSnapshot] {
        Dictionary(identifiers.compactMap { id in related[id].map { (id, $0) } }) { first, _ in first }
    }

    package func store<T: PersistentModel>(for type: T.Type) throws -> any StoreAccess {
        if let store = core.store(forEntity: T._$modelLayout.entityName) { return store }
        throw StoreError(
            .validation,
            "no store of the container holds this entity. List it in ModelContainer(for:).",
            entity: T._$modelLayout.entityName
        )
    }
}

extension DataStoreError {
    /// Whether a store says with it that the context shall do the work, by means of `fetch`.
    var isLeftToContext: Bool {
        switch self {
        case .preferInMemoryFilter, .preferInMemorySort, .unsupportedFeature: true
        case .invalidPredicate: false
        }
    }
}

extension FetchDescriptor {
    /// The part of the results that limit and offset ask for.
    func page<Element>(_ all: [Element]) -> [Element] {
        let start = min(max(fetchOffset ?? 0, 0), all.count)
        let end = fetchLimit.map { min(max($0, 0), all.count - start) + start } ?? all.count
        return start == 0 && end == all.count ? all : Array(all[start..<end])
    }
}
