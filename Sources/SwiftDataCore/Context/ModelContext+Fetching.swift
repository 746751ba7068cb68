import Foundation

extension ModelContext {
    /// The models that a descriptor describes.
    /// - Throws: ``StoreError`` when a row cannot be read, naming entity, property and row, and ``SwiftDataError`` for
    ///   a key path that is not a stored property.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
        try unit.fetch(descriptor)
    }

    /// The models that a descriptor describes, loaded a batch at a time.
    ///
    /// Differs from Apple's: unsaved changes are included where the descriptor says so, which is the default; Apple's
    /// throws ``SwiftDataError/includePendingChangesWithBatchSize``.
    /// - Throws: as ``fetch(_:)-swift.method``.
    public func fetch<T>(_ descriptor: FetchDescriptor<T>, batchSize: Int) throws -> FetchResultsCollection<T>
    where T: PersistentModel {
        let identifiers = try unit.fetchIdentifiers(descriptor)
        let unit = unit
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
            unit.loadedModels(T.self, for: identifiers[range])
        }
    }

    /// How many models a descriptor describes, limit and offset included.
    /// - Throws: as ``fetch(_:)-swift.method``.
    public func fetchCount<T>(_ descriptor: FetchDescriptor<T>) throws -> Int where T: PersistentModel {
        try unit.fetchCount(descriptor)
    }

    /// The identifiers of the models that a descriptor describes.
    /// - Throws: as ``fetch(_:)-swift.method``.
    public func fetchIdentifiers<T>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    where T: PersistentModel {
        try unit.fetchIdentifiers(descriptor)
    }

    /// The identifiers of the models that a descriptor describes, as a collection.
    /// - Throws: as ``fetch(_:)-swift.method``.
    public func fetchIdentifiers<T>(
        _ descriptor: FetchDescriptor<T>,
        batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> where T: PersistentModel {
        let identifiers = try unit.fetchIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { Array(identifiers[$0]) }
    }

    /// Calls a closure with each model that a descriptor describes, holding one batch of models at a time.
    ///
    /// Models that the closure changes stay in memory until they are saved, so a walk that changes much should save now
    /// and then, or ask for that with `allowEscapingMutations: false` and no changes of its own.
    /// - Throws: what the closure throws, and as ``fetch(_:)-swift.method``.
    public func enumerate<T>(
        _ fetch: FetchDescriptor<T>,
        batchSize: Int = 5000,
        allowEscapingMutations: Bool = false,
        block: (_ model: T) throws -> Void
    ) throws where T: PersistentModel {
        let identifiers = try unit.fetchIdentifiers(fetch)
        let size = max(batchSize, 1)
        for start in stride(from: 0, to: identifiers.count, by: size) {
            let batch = try unit.models(T.self, for: identifiers[start..<min(start + size, identifiers.count)])
            for model in batch {
                let state = model._$modelState
                state.settle()
                guard state.phase != .gone, state.phase != .deleted || !fetch.includePendingChanges else { continue }
                try block(model)
            }
        }
    }
}

extension UnitOfWork {
    /// The models of some identifiers, loaded together.
    /// - Throws: ``StoreError`` when a row cannot be read.
    func models<T: PersistentModel>(
        _ type: T.Type,
        for identifiers: ArraySlice<PersistentIdentifier>
    ) throws -> [T] {
        let batch = FaultBatch(Array(identifiers))
        if let first = identifiers.first(where: { identityMap[$0] == nil && !$0.isTemporary }),
            let store = core.store(of: first)
        {
            var rows = try store.rows(for: identifiers.filter { identityMap[$0] == nil }, editing)
            rows = try rows.mapValues { row in
                var row = row
                try FetchedValues.check(&row, known: nil)
                return row
            }
            batch.keep(rows, generation: generation)
        }
        return models(type, identifiers, batch)
    }

    /// The same where nothing can be thrown: what cannot be read is left to the models, as faults.
    func loadedModels<T: PersistentModel>(_ type: T.Type, for identifiers: ArraySlice<PersistentIdentifier>) -> [T] {
        do {
            return try models(type, for: identifiers)
        } catch {
            log.error("\(T._$modelLayout.entityName): a batch could not be loaded: \(error)")
            return models(type, identifiers, FaultBatch(Array(identifiers)))
        }
    }

    private func models<T: PersistentModel>(
        _ type: T.Type,
        _ identifiers: ArraySlice<PersistentIdentifier>,
        _ batch: FaultBatch
    ) -> [T] {
        identifiers.enumerated().map { index, identifier in
            model(for: identifier, batch: batch, index: index) as? T ?? ModelState.blank(T.self)
        }
    }
}

extension ModelState {
    /// Reads the row of a fault, so that it is known whether it exists.
    func settle() {
        guard phase == .registered, let slot = values.indices.first(where: { !isToMany($0) && isUnloaded($0) }) else {
            return
        }
        _ = value(at: slot)
    }
}
