import Foundation

extension UnitOfWork {
    /// The models that a descriptor describes, with the unsaved changes of this context taken into account where it
    /// asks for that.
    package func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        receive()
        cascades.followCascades()
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
        cascades.followCascades()
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

    /// The identifiers of what a descriptor describes, with the unsaved changes of this context taken into account where
    /// it asks for that.
    package func identifierList<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        try exclusively { try foundIdentifiers(descriptor) }
    }

    private func foundIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        receive()
        cascades.followCascades()
        let store = try store(for: T.self)
        if let merge = try PendingMerge.ifNeeded(descriptor, unit: self, store: store) {
            return IdentifierList(try withoutStandIns { try merge.results().map(\.persistentModelID) })
        }
        do {
            return try store.identifierList(descriptor, editing)
        } catch let error as DataStoreError where error.isLeftToContext {
            return IdentifierList(try fetchStored(descriptor, from: store).map(\.persistentModelID))
        }
    }

    /// Fetches models by the rows of the store, without unsaved changes.
    package func fetchStored<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> [T] {
        // The answer has no other holder, so that the values of its rows are taken out and not copied.
        var answer = try repeatingAfterSaves { try store.fetch(descriptor, editing) }
        let left = answer.left
        var models: [T] = try models(of: &answer)
        guard left.isAny else { return models }
        if left.filter, let predicate = descriptor.predicate {
            let matches = try ModelMatcher(predicate)
            models.removeAll { !matches($0) }
        }
        models = try ModelOrder(descriptor.sortBy).sort(models)
        return descriptor.page(models)
    }

    /// A store may lead back here, and let the context save: the rows that it has read before are out of date then.
    func repeatingAfterSaves<Answer>(_ read: () throws -> Answer) throws -> Answer {
        for _ in 0..<3 {
            let before = generation
            let answer = try read()
            if generation == before { return answer }
        }
        return try read()
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
    /// True if a store leaves the work to the context with this error. The context then does it by means of `fetch`.
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
