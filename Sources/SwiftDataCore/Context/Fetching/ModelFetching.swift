import Foundation

/// Fetches models, their number, or their identifiers, for the program and for observers.
///
/// Changes: nothing itself. The saves of other writers are received first, and the cascades of deleted models are
/// followed. Asks: the stores; ``PendingMerge``, where unsaved changes have an effect on the results.
struct ModelFetching {
    let unit: UnitOfWork

    /// The models that a descriptor describes, with the unsaved changes of this context taken into account where it
    /// asks for that.
    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        let models = try unit.core.measuring.measure(.fetch, T._$modelLayout.entityName, rowCount: \.count) {
            try found(descriptor)
        }
        if unit.core.hasFetchHooks { FetchHooks.run(models) }
        return models
    }

    private func found<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        unit.receiving.receive()
        unit.cascades.followCascades()
        defer {
            unit.conflicts.announce()
            unit.failures.announce()
        }
        let store = try unit.core.store(for: T.self)
        return try unit.failures.withoutStandIns {
            if let merge = try PendingMerge.ifNeeded(descriptor, unit: unit, store: store) {
                return try merge.results()
            }
            return try fetchStored(descriptor, from: store)
        }
    }

    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        try unit.core.measuring.measure(.count, T._$modelLayout.entityName, rowCount: { $0 }) { try count(descriptor) }
    }

    private func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        unit.receiving.receive()
        unit.cascades.followCascades()
        let store = try unit.core.store(for: T.self)
        if let merge = try PendingMerge.ifNeeded(descriptor, unit: unit, store: store) {
            return try unit.failures.withoutStandIns { try merge.results().count }
        }
        do {
            return try store.fetchCount(descriptor, unit.editing)
        } catch let error as DataStoreError where error.isResidual {
            return try fetchStored(descriptor, from: store).count
        }
    }

    /// The identifiers of the models that a descriptor describes. They include the unsaved changes of this context
    /// where the descriptor asks for that.
    func identifierList<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        try unit.exclusively { try foundIdentifiers(descriptor) }
    }

    private func foundIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        unit.receiving.receive()
        unit.cascades.followCascades()
        let store = try unit.core.store(for: T.self)
        if let merge = try PendingMerge.ifNeeded(descriptor, unit: unit, store: store) {
            return IdentifierList(try unit.failures.withoutStandIns { try merge.results().map(\.persistentModelID) })
        }
        do {
            return try store.identifierList(descriptor, unit.editing)
        } catch let error as DataStoreError where error.isResidual {
            return IdentifierList(try fetchStored(descriptor, from: store).map(\.persistentModelID))
        }
    }

    /// Fetches models by the rows of the store, without unsaved changes.
    func fetchStored<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> [T] {
        // The answer has no other holder, so that the values of its rows are taken out and not copied.
        var answer = try repeatingAfterSaves { try store.fetch(descriptor, unit.editing) }
        let left = answer.left
        var models: [T] = try AnswerReading(unit: unit).models(of: &answer)
        unit.statistics.fetchCount += 1
        unit.statistics.fetchedModelCount += models.count
        guard left.isAny else { return models }
        if left.filter, let predicate = descriptor.predicate {
            let matches = try ModelMatcher(predicate)
            models.removeAll { !matches($0) }
        }
        models = try ModelOrder(descriptor.sortBy).sort(models)
        return descriptor.page(models)
    }

    /// A store may lead back here, and let the context save: the rows that it has read before are out of date then.
    private func repeatingAfterSaves<Answer>(_ read: () throws -> Answer) throws -> Answer {
        for _ in 0..<3 {
            let before = unit.generation
            let answer = try read()
            if unit.generation == before { return answer }
        }
        return try read()
    }
}

extension DataStoreError {
    /// True if a store leaves the work to the context with this error. The context then does it by means of `fetch`.
    var isResidual: Bool {
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
