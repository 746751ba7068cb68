// A part of a long result at a time.

extension UnitOfWork {
    /// The models of some identifiers, loaded together.
    /// - Throws: ``StoreError`` when a row cannot be read.
    func models<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) throws -> [T] {
        followCascades()
        if identifiers.base.hasKeys, T._$modelLayout.modelType == T.self,
            let models: [T] = try batchedModels(identifiers)
        {
            return models
        }
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
    func loadedModels<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) -> [T] {
        do {
            return try exclusively { try models(type, for: identifiers) }
        } catch {
            log.error("\(T._$modelLayout.entityName): a batch could not be loaded: \(error)")
            return models(type, identifiers, FaultBatch(Array(identifiers)))
        }
    }

    private func models<T: PersistentModel>(
        _ type: T.Type,
        _ identifiers: Slice<IdentifierList>,
        _ batch: FaultBatch
    ) -> [T] {
        var models: [T] = []
        models.reserveCapacity(identifiers.count)
        for (index, identifier) in identifiers.enumerated() {
            models.append(model(for: identifier, batch: batch, index: index) as? T ?? ModelState.blank(T.self))
        }
        return models
    }

    /// The models of rows that are read by key; nil where the store hands out snapshots.
    private func batchedModels<T: PersistentModel>(_ identifiers: Slice<IdentifierList>) throws -> [T]? {
        let all = identifiers.base
        let isFresh = identityMap.count == 0
        let unregistered = identifiers.indices.filter { isFresh || identityMap[all[$0]] == nil }
        var places: [Int] = []
        var read: [T] = []
        let batch = FaultBatch(Array(identifiers))
        if !unregistered.isEmpty {
            let keys = unregistered.map { all.keys[$0] }
            let store = try store(for: T.self)
            guard let (rows, found) = try store.rowBatch(keys, of: T._$modelLayout) else { return nil }
            places = found.map { unregistered[$0] - identifiers.startIndex }
            let rowPlaces = places
            read = try models(consume rows, batch: batch) { state, index in
                if state.batch === batch { state.batchIndex = rowPlaces[index] }
            }
        }
        guard read.count < identifiers.count else { return read }
        var models: [T] = []
        models.reserveCapacity(identifiers.count)
        var next = 0
        for (place, identifier) in identifiers.enumerated() {
            if next < places.count, places[next] == place {
                models.append(read[next])
                next += 1
            } else {
                // One that is in memory, or whose row has gone.
                models.append(model(for: identifier, batch: batch, index: place) as? T ?? ModelState.blank(T.self))
            }
        }
        return models
    }
}
